import { SpanKind } from '@opentelemetry/api'
import { inSpan } from '#base/server/tracing/span.ts'
import type { ObjectStore } from './object-store.ts'

/** A store with traced calls: operation and kind of store, never the object. */
export function tracedStore(store: ObjectStore): ObjectStore {
  const seen =
    <Given extends unknown[], Result>(name: string, call: (...given: Given) => Promise<Result>) =>
    (...given: Given) =>
      inSpan({ name, kind: SpanKind.CLIENT, attributes: { 'onboarding.store.kind': store.kind } }, () =>
        call(...given),
      )
  return {
    ...store,
    put: seen('store put', store.put),
    get: seen('store get', store.get),
    remove: seen('store remove', store.remove),
  }
}
