/** The response to every request. */
export interface BareAnswer {
  headers: Record<string, string>
  body: string
}

/** A server's response, for a bare server to repeat. */
export async function answerOf(url: string, headers: Record<string, string>): Promise<BareAnswer> {
  const answer = await fetch(url, { headers })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`)
  const ownBusiness = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding'])
  return {
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !ownBusiness.has(name))),
    body: await answer.text(),
  }
}
