@rem npm start says exec, so that a signal to npm reaches the service. cmd has no such word; it finds this file and runs what follows.
@%*
