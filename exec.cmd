@rem npm start uses exec, so that signals to npm reach the service. cmd has no exec, so it runs this file, which runs the rest.
@%*
