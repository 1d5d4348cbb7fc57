import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/context.ts'
import { describeApi } from './openapi.ts'

/** The API's description at `/api/openapi.json`, and to read at `/api/docs`. */
export async function registerApiDocs(app: FastifyInstance, context: Context): Promise<void> {
  const document = describeApi(`${context.settings.branding.firmName}: client onboarding`)
  app.get('/api/openapi.json', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(document)),
  )
  // The plugin's type of a document knows OpenAPI 3.0 only; it hands the document on untouched.
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Our own policy serves: the plugin's would let in styles from anywhere.
    staticCSP: false,
    theme: { title: 'API' },
  })
}
