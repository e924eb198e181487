// Schemas of the platform's error bodies (PLATFORM-5). Plain text and HTML also occur, so no reader may rely on these schemas.
import { z } from 'zod'

/** The older services send a list of numbered errors. */
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

/** The apis service sends messages by field. */
export const fieldErrorBody = z.object({
  errors: z.record(z.string(), z.array(z.string())),
  title: z.string(),
  status: z.int(),
})

/** The apis service and Open Cloud send a code (a word or a number) and a message. */
export const codedErrorBody = z.object({ code: z.union([z.string(), z.int()]), message: z.string() })

/** The apis service also sends the code as `error`. */
export const namedErrorBody = z.object({ error: z.string(), message: z.string() })

/** The apis service also sends prefixed field names. */
export const prefixedErrorBody = z.object({ errorCode: z.union([z.string(), z.int()]), errorMessage: z.string() })

/** Any error body that is JSON. */
export const platformErrorBody = z.union([
  legacyErrorBody,
  fieldErrorBody,
  codedErrorBody,
  namedErrorBody,
  prefixedErrorBody,
])
