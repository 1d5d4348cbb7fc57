import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Site } from '#base/server/openapi/describe-schemas.ts'
import { describeApi } from './openapi.ts'

/** The API's description, as JSON and as pages to read. */
interface Documentation {
  json: string
  /** Serves `/api/docs` by injection; it does not listen. */
  pages: FastifyInstance
}

export async function makeDocumentation(site: Site): Promise<Documentation> {
  const document = describeApi(site)
  const pages = Fastify()
  // The plugin's type only knows OpenAPI 3.0, but it serves the document unchanged.
  await pages.register(swagger, { mode: 'static', specification: { document: document as never } })
  await pages.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Our own policy is stricter than the plugin's.
    staticCSP: false,
    theme: { title: 'API' },
  })
  return { json: JSON.stringify(document), pages }
}
