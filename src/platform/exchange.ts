// Sends one request and reads its whole response within a time limit. The `request` of undici makes a stream, an abort signal and an
// async resource for each response, which takes twice the CPU time, and a tick makes hundreds of requests.
import type { Agent, Dispatcher } from 'undici'

export interface ExchangeLimits {
  readonly timeoutMs: number
  /** Aborted when the process stops. */
  readonly stop: AbortSignal
}

export interface Exchange {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** Rejects with what undici reports, with the reason of `stop`, or with a TimeoutError. */
export function exchange(
  agent: Agent,
  request: Dispatcher.DispatchOptions,
  { timeoutMs, stop }: ExchangeLimits,
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    stop.throwIfAborted()
    let controller: Dispatcher.DispatchController | undefined
    let failure: Error | undefined
    let status = 0
    let headers: Exchange['headers'] = {}
    const chunks: Buffer[] = []
    const end = (): void => {
      clearTimeout(timer)
      stop.removeEventListener('abort', abortAtStop)
    }
    const fail = (error: Error): void => {
      end()
      reject(error)
    }
    const abort = (reason: Error): void => {
      failure = reason
      controller?.abort(reason)
      fail(reason)
    }
    const abortAtStop = (): void => abort(stop.reason)
    const timer = setTimeout(() => abort(new DOMException('No answer in time.', 'TimeoutError')), timeoutMs)
    stop.addEventListener('abort', abortAtStop, { once: true })
    agent.dispatch(request, {
      onRequestStart: (started) => {
        controller = started
        // The limit may have passed while all connections were busy.
        if (failure) started.abort(failure)
      },
      // An informational response, such as 103, comes before the one that counts.
      onResponseStart: (_, ...response) => {
        ;[status, headers] = response
      },
      onResponseData: (_, chunk) => {
        chunks.push(chunk)
      },
      onResponseEnd: () => {
        end()
        resolve({ status, headers, body: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks) })
      },
      onResponseError: (_, error) => fail(error),
    })
  })
}
