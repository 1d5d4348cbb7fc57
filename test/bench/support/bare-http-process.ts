import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BareAnswer } from './bare-http.ts'

/** The process of a bare server, which responds as soon as it has read a request. */
process.once('message', ({ headers, body }: BareAnswer) => {
  const bytes = Buffer.from(body)
  const server = createServer((request, response) => {
    request.resume()
    request.once('end', () => response.writeHead(200, headers).end(bytes))
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  process.once('disconnect', () => process.exit())
})
