import type { ObjectStore } from '#base/server/storage/object-store.ts'
import type { Fates } from './fault.ts'

/** A store whose calls the injector fails, before or after they take effect. */
export function faultyStore(store: ObjectStore, injector: Fates): ObjectStore {
  const call = async <Result>(
    work: () => Promise<Result>,
    lose: (result: Result) => void = () => undefined,
  ): Promise<Result> => {
    const fate = injector.fateOfNext()
    if (fate === 'fails without effect') throw new Error('The store does not answer.')
    const result = await work()
    if (fate === 'works') return result
    lose(result)
    throw new Error("The store's answer was lost.")
  }
  return {
    ...store,
    put: (key, content, options) => call(() => store.put(key, content, options)),
    get: (key) =>
      call(
        () => store.get(key),
        (found) => found?.stream.destroy(),
      ),
    remove: (key) => call(() => store.remove(key)),
    clearUnfinished: (before) => call(() => store.clearUnfinished(before)),
  }
}
