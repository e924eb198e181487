# Builds Headcount and runs it as a user without rights. src/operation/README.md says how to use it.
FROM node:24-bookworm-slim AS build
# The SQLite driver is compiled where there is no build of it for this machine.
RUN apt-get update && apt-get install -y --no-install-recommends g++ make python3 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY tsconfig.json ./
COPY src ./src
COPY commands ./commands
RUN node src/ready.mjs start

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/src ./src
COPY --from=build /app/commands ./commands
COPY --from=build /app/dist ./dist
RUN mkdir data dist/.running && chown node:node data dist/.running
# With more, the C library keeps memory for each thread that none of them uses.
ENV NODE_ENV=production HOST=0.0.0.0 MALLOC_ARENA_MAX=2
USER node
VOLUME /app/data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "dist/src/main.js"]
