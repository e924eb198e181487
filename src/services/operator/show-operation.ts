// What the operator sees of the installation as a whole: its parts, its queues, its disk and the platform's limits.

import type { OperatorWarning } from '../../domain/operation/operator-warning.js'
import type { Health } from '../reading/check-health.js'
import type { DiskForecast } from './disk-forecast.js'
import type { ProcessState } from './measure-process.js'
import type { PlatformCallState } from './platform-calls.js'
import type { VerificationResult } from './verify-store.js'

export interface OperationState {
  readonly health: Health
  readonly process: ProcessState
  readonly disk: DiskForecast
  /** The last verification of the store; undefined if there was none. */
  readonly verified: VerificationResult | undefined
  readonly calls: readonly PlatformCallState[]
  readonly warnings: readonly OperatorWarning[]
}

interface Deps {
  readonly checkHealth: () => Promise<Health>
  readonly measureProcess: { state(): Promise<ProcessState> }
  readonly diskForecast: { read(): Promise<DiskForecast> }
  readonly verification: { last(): Promise<VerificationResult | undefined> }
  readonly platformCalls: () => PlatformCallState[]
  readonly warnings: { current(): Promise<readonly OperatorWarning[]> }
}

export function createShowOperation(deps: Deps) {
  return async function showOperation(): Promise<OperationState> {
    return {
      health: await deps.checkHealth(),
      process: await deps.measureProcess.state(),
      disk: await deps.diskForecast.read(),
      verified: await deps.verification.last(),
      calls: deps.platformCalls(),
      warnings: await deps.warnings.current(),
    }
  }
}
