// The paths that monitoring asks every few seconds, also while there is too much to do.

export const HEALTH_PATHS: readonly string[] = ['/healthz', '/readyz', '/metrics']

/** `url` is the target of a request, which may have a query. */
export const isHealthUrl = (url = ''): boolean =>
  HEALTH_PATHS.some((path) => url === path || url.startsWith(`${path}?`))
