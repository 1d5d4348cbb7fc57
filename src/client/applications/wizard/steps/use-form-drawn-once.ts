import { useLayoutEffect, useState } from 'react'
import {
  createFormControl,
  useFormState,
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form'

/**
 * A form of React Hook Form that is drawn once as it begins. Its own `useForm` draws whatever uses it a second time, to tell that it
 * is ready: here a whole step, before anybody has seen the first.
 *
 * @param begin what it holds first
 * @param resolver what is wrong with its values; that of the last drawing is asked
 */
export function useFormDrawnOnce<Values extends FieldValues>(
  begin: () => Values,
  resolver: Resolver<Values>,
): UseFormReturn<Values> {
  const [{ form, judgeBy }] = useState(() => beginForm(begin(), resolver))
  useLayoutEffect(() => judgeBy(resolver))
  const formState = useFormState({ control: form.control })
  return { ...form, formState }
}

function beginForm<Values extends FieldValues>(values: Values, resolver: Resolver<Values>) {
  let judge = resolver
  const form = createFormControl<Values>({
    defaultValues: values as DefaultValues<Values>,
    resolver: (...given) => judge(...given),
    shouldFocusError: false,
  })
  return {
    form,
    judgeBy: (newest: Resolver<Values>) => {
      judge = newest
    },
  }
}
