// Makes the writes of several methods of the store one transaction. The methods return promises, but write before they first
// wait, so that nothing else can write in between.

interface JointWrite {
  last?: { readonly result: unknown }
  failure?: { readonly error: unknown }
}

type Write = <T>(work: () => T) => T

export function createJointWrites() {
  let current: JointWrite | undefined

  return {
    /** Must be called for each write inside a transaction. Writes inside of that one are parts of it. */
    observe: <T>(write: () => T): T => {
      const joint = current
      if (joint === undefined) return write()
      current = undefined
      try {
        const result = write()
        joint.last = { result }
        return result
      } catch (error) {
        // The method makes a rejected promise of it, which cannot be seen before the transaction ends.
        joint.failure ??= { error }
        throw error
      } finally {
        current = joint
      }
    },

    begin: async <T>(write: Write, change: () => Promise<T>, after: (written: T) => void): Promise<T> => {
      // A transaction may not return a promise.
      const { promise } = write(() => {
        const joint: JointWrite = {}
        current = joint
        let promise: Promise<T>
        try {
          promise = change()
        } finally {
          current = undefined
        }
        if (joint.failure !== undefined) {
          promise.catch(() => undefined)
          throw joint.failure.error
        }
        if (joint.last !== undefined) after(joint.last.result as T)
        return { promise }
      })
      return promise
    },
  }
}
