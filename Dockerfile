# Two stages: the first resolves dependencies, the second holds only what runs. No build step: Node runs the TypeScript.
# By tag and not by digest: each build takes the newest fixes of Node 24 and Debian, and a release records in its
# provenance which digest that was. To build on one that you chose: --build-arg NODE_IMAGE=node@sha256:…
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image brings Node itself, so the optional packages that carry it elsewhere stay out.
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
    HOST=:: \
    PORT=8080 \
    ADMIN_PORT=9090 \
    STORE_URL=file:/data
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json LICENSE THIRD-PARTY.md ./
COPY bin ./bin
COPY src ./src
COPY sample-market ./sample-market
# The guides are pages of the service.
COPY docs ./docs
# The embedded store's folder (with Redis nothing is written), and where the operator's files are mounted.
RUN mkdir -p /data /config node_modules/.cache && chown node:node /data node_modules/.cache
USER node
# One short life of the service leaves its code compiled: the first start is quicker for it. Kept by user, so here.
RUN STORE_URL=file:/tmp/esim PORT=0 ADMIN_PORT=0 node src/main.js serve > /tmp/esim.log & service=$!; \
    while kill -0 $service && ! grep -q '"msg":"listening"' /tmp/esim.log; do sleep 0.1; done; \
    kill $service && wait $service || { cat /tmp/esim.log; exit 1; }; \
    rm -rf /tmp/esim /tmp/esim.log
VOLUME /data
EXPOSE 8080
# The admin port listens inside the container only; probes of an orchestrator need ADMIN_HOST=::
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://localhost:' + process.env.ADMIN_PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself as the first process, so that SIGTERM reaches it and requests are finished.
CMD ["node", "src/main.js", "serve"]
