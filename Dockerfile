# Two stages: the first installs dependencies, the second has only what runs. Node runs the TypeScript without a build.
# By tag, so that each build contains the newest fixes of Node 24 and Debian. A release records the digest in its
# provenance. To use a digest of your choice: --build-arg NODE_IMAGE=node@sha256:…
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The base image contains Node, so the optional packages that contain it are not needed.
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
    HOST=:: \
    PORT=8080 \
    ADMIN_PORT=9090 \
    STORE_URL=file:/data
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json LICENSE THIRD-PARTY.md CHANGELOG.md ./
COPY bin ./bin
COPY src ./src
COPY sample-market ./sample-market
COPY reference ./reference
# For `esim sources add`.
COPY config/known ./config/known
# The service serves the guides as pages.
COPY docs ./docs
# /data is for the embedded store (with Redis nothing is written). /config is for the operator's files.
RUN mkdir -p /data /config node_modules/.cache && chown node:node /data node_modules/.cache
USER node
# Starts the service once to fill the compile cache, which makes the first start of a container faster.
RUN STORE_URL=file:/tmp/esim PORT=0 ADMIN_PORT=0 node --max-semi-space-size=16 src/main.js serve > /tmp/esim.log & service=$!; \
    while kill -0 $service && ! grep -q '"msg":"listening"' /tmp/esim.log; do sleep 0.1; done; \
    kill $service && wait $service || { cat /tmp/esim.log; exit 1; }; \
    rm -rf /tmp/esim /tmp/esim.log
VOLUME /data
EXPOSE 8080
# The admin port listens inside the container only. Probes of an orchestrator need ADMIN_HOST=::
# The start period is longer than the first read of slow feeds (20 minutes for every four sources).
HEALTHCHECK --interval=10s --timeout=3s --start-period=30m --retries=3 \
  CMD ["node", "-e", "fetch('http://localhost:' + process.env.ADMIN_PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node is the first process, so that SIGTERM reaches it and pending requests are answered.
# The limit keeps Node from holding 100 MB of empty memory for new objects.
CMD ["node", "--max-semi-space-size=16", "src/main.js", "serve"]
