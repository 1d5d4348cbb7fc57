/**
 * The classes of a row of fields above a list: beside each other as far as they fit, whatever size the reader gives to text, the first
 * one with the most room. What is no field keeps its own width.
 */
export const CONTROL_ROW =
  'flex flex-wrap items-end gap-4 *:max-w-full *:grow *:basis-44 *:first:grow-4 *:first:basis-64 [&>button]:grow-0 [&>button]:basis-auto'
