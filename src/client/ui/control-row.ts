/**
 * The classes of a row of fields above a list: side by side as far as they fit at any text size, the first one widest.
 */
export const CONTROL_ROW =
  'flex flex-wrap items-end gap-4 *:max-w-full *:grow *:basis-40 *:first:grow-4 *:first:basis-64 [&>button]:grow-0 [&>button]:basis-auto'
