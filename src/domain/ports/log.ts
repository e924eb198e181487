// What a part may say to the operator. The engine is in src/log.ts.
export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}
