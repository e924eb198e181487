// The shapes in which the platform refuses (PLATFORM-5). Plain text and pages come too: who reads an error must expect none of these.
import { z } from 'zod'

/** The older services: a list of numbered errors. */
export const legacyErrorBody = z.object({
  errors: z
    .array(
      z.object({
        code: z.int(),
        message: z.string(),
        field: z.string().nullish(),
        userFacingMessage: z.string().nullish(),
      }),
    )
    .min(1),
})

/** apis: messages by field. */
export const fieldErrorBody = z.object({
  errors: z.record(z.string(), z.array(z.string())),
  title: z.string(),
  status: z.int(),
})

/** apis and Open Cloud: a code word (or number) and a message. */
export const codedErrorBody = z.object({ code: z.union([z.string(), z.int()]), message: z.string() })

/** apis: `error` is the word. */
export const namedErrorBody = z.object({ error: z.string(), message: z.string() })

/** apis: prefixed names. */
export const prefixedErrorBody = z.object({ errorCode: z.union([z.string(), z.int()]), errorMessage: z.string() })

/** Any refusal that is JSON at all. */
export const platformErrorBody = z.union([
  legacyErrorBody,
  fieldErrorBody,
  codedErrorBody,
  namedErrorBody,
  prefixedErrorBody,
])
