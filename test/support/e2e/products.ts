import { startProduct, type Product, type ProductOptions, type RunningProduct } from './product.ts'

/**
 * The products of one worker, used in turn. Files without settings of their own share one for the worker's life; any
 * other file gets its own, which closes when the next file begins. Using one worker per environment instead would
 * reload all modules and the browser, at twice the cost of a server.
 */
export class Products {
  #shared: Promise<RunningProduct> | undefined
  #own: { owner: string; running: Promise<RunningProduct> } | undefined

  /** @param file of the calling test */
  async of(file: string, options: ProductOptions): Promise<Product> {
    const owner = JSON.stringify([file, options])
    if (this.#own?.owner !== owner) await this.#closeOwn()
    const running = asksForNothing(options) ? this.#sharedOne(options) : this.#ownOne(owner, options)
    return (await running).product
  }

  async close(): Promise<void> {
    await this.#closeOwn()
    await (await this.#shared)?.close()
  }

  #sharedOne(options: ProductOptions): Promise<RunningProduct> {
    return (this.#shared ??= startProduct(options))
  }

  #ownOne(owner: string, options: ProductOptions): Promise<RunningProduct> {
    this.#own ??= { owner, running: startProduct(options) }
    return this.#own.running
  }

  async #closeOwn(): Promise<void> {
    const own = this.#own
    this.#own = undefined
    await (await own?.running)?.close()
  }
}

function asksForNothing({ variables, clockMoves }: ProductOptions): boolean {
  return Object.keys(variables).length === 0 && !clockMoves
}
