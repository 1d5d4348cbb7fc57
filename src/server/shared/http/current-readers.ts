import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#server/shared/actor.ts'
import type { Context } from '#server/shared/context.ts'
import { requireCurrentSession } from '#server/shared/session-check.ts'

/** Headers that describe the response that is withheld. */
const ABOUT_RESPONSE = ['content-disposition', 'content-length', 'etag', 'link', 'x-total-count'] as const

/** Withholds responses from callers who lost their session while the server worked on their read. */
export interface CurrentReaders {
  /** Notes for whom the response to a request is made. */
  note: (request: FastifyRequest, actor: Actor) => void
  /** Fastify's `onSend` hook of every route that reads. */
  onSend: (request: FastifyRequest, reply: FastifyReply, payload: unknown) => Promise<unknown>
}

/** A read that waited (for a queue, a slow picture, the database) is authorised again before its response leaves. */
export function createCurrentReaders(context: Pick<Context, 'database'>): CurrentReaders {
  const readers = new WeakMap<FastifyRequest, Actor>()
  return {
    note: (request, actor) => void readers.set(request, actor),
    async onSend(request, reply, payload) {
      const actor = readers.get(request) ?? null
      // The refusal passes this hook too, and is for anybody.
      readers.delete(request)
      try {
        await requireCurrentSession(context, actor)
      } catch (error) {
        if (payload instanceof Readable) payload.destroy()
        for (const name of ABOUT_RESPONSE) reply.removeHeader(name)
        throw error
      }
      return payload
    },
  }
}
