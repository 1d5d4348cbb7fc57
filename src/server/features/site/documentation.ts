import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance } from 'fastify'
import { describeApi } from './openapi.ts'

/** The API's description, as JSON and as pages to read. */
interface Documentation {
  json: string
  /** Answers below `/api/docs`; listens nowhere. */
  pages: FastifyInstance
}

export async function makeDocumentation(title: string): Promise<Documentation> {
  const document = describeApi(title)
  const pages = Fastify()
  // The plugin's type of a document knows OpenAPI 3.0 only; it hands the document on untouched.
  await pages.register(swagger, { mode: 'static', specification: { document: document as never } })
  await pages.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Our own policy serves: the plugin's would let in styles from anywhere.
    staticCSP: false,
    theme: { title: 'API' },
  })
  return { json: JSON.stringify(document), pages }
}
