// The notifications of all accounts that failed, with the reason and a button that tries again.
import { z } from 'zod'
import { Empty } from '../../components/empty.js'
import { action, page } from '../../define.js'
import { DeliveryTable } from './delivery-table.js'
import { MAX_OPERATOR_VISITS_PER_MINUTE, OPERATOR_PATHS, OperatorHead, operatorEntry, titleOf } from './sections.js'

const MAX_FAILED_LISTED = 200

export const failedNotifications = page({
  path: OPERATOR_PATHS.notifications,
  access: 'operator',
  limit: MAX_OPERATOR_VISITS_PER_MINUTE,
  handle: async (context) => {
    const { services, catalog } = context
    const texts = catalog.web.operator
    const failed = await services.notifications.failed(MAX_FAILED_LISTED)
    const names = new Map((await services.accounts.list()).map(({ id, name }) => [id, name]))
    return {
      title: titleOf('notifications', context),
      breadcrumbs: [operatorEntry(context)],
      body: (
        <>
          <OperatorHead context={context} section="notifications" text={texts.failedText} />
          {failed.length === 0 ? <Empty text={texts.noFailed} /> : <DeliveryTable {...{ context, failed, names }} />}
        </>
      ),
    }
  },
})

export const retryNotification = action({
  path: `${OPERATOR_PATHS.notifications}/:notification/retry`,
  access: 'operator',
  params: z.object({ notification: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).catch(0) }),
  handle: async ({ services, catalog, params }) => {
    await services.notifications.retry(params.notification)
    return { to: OPERATOR_PATHS.notifications, toast: catalog.web.operator.retried }
  },
})
