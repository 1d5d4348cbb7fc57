import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { createSeal } from '#base/server/seal/create-certificate.ts'

/** The proxy in front of a production server: browsers reach it over HTTPS. */
export interface HttpsProxy {
  url: string
  close: () => void
}

/** Starts a proxy with a self-signed certificate in front of a port of this machine. */
export async function startHttpsProxy(port: string): Promise<HttpsProxy> {
  const { key, certificate: cert } = await createSeal('localhost', new Date())
  const server = https.createServer({ key, cert }, (request, response) => {
    const { method, url: path, headers } = request
    const forwarded = { ...headers, 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' }
    const upstream = http.request({ host: '127.0.0.1', port, method, path, headers: forwarded }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    upstream.once('error', () => response.destroy())
    request.pipe(upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
