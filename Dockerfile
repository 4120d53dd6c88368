# One image for api, worker, runner and migrate; the command tells them apart. See docker-compose.yml. Node.js 24 is the
# long-term support release; the digest is of a multi-platform index.
FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/client/package.json packages/client/
COPY web/package.json web/
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json tsconfig.openapi.json ./
COPY packages packages
COPY src src
COPY workflows workflows
COPY activities activities
COPY bench bench
COPY web web
# The dashboard shows its code.
COPY docs/traces.md docs/
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
ENV NODE_ENV=production
# For the throughput of ingestion: see docs/operations.md.
ENV NODE_OPTIONS=--max-semi-space-size=64
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY packages/detector/models packages/detector/models
COPY docs docs
USER node
EXPOSE 3000
CMD ["node", "dist/src/api.js"]
