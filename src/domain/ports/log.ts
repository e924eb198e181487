// The port of the operator's log. It is implemented in src/log.ts.
export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}
