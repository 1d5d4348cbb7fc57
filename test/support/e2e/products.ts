import { startProduct, type Product, type ProductOptions, type RunningProduct } from './product.ts'

/**
 * The products that the tests of one worker use, one after another. Files that ask for nothing of their own share one for as long as
 * the worker lives; any other has one to itself, which goes when the next file begins. A worker for each environment instead
 * cost the loading of every module and a browser each time: twice what a server costs.
 */
export class Products {
  #shared: Promise<RunningProduct> | undefined
  #own: { owner: string; running: Promise<RunningProduct> } | undefined

  /** @param file whose test asks */
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
