// Creates one-time login links without Discord, for owners. A link is shown once, in the response to the form.
import { z } from 'zod'
import { ROLES } from '../../../../domain/account.js'
import { Copyable } from '../../components/copyable.js'
import { TimedText } from '../../components/inline.js'
import { action } from '../../define.js'
import { members } from './list.js'
import { accountEntry, membersAddress, membersEntry } from './named-member.js'

const MAX_MEMBER_LINKS_PER_MINUTE = 10

export const makeLink = action({
  path: '/accounts/:account/members/links',
  access: 'owner',
  limit: MAX_MEMBER_LINKS_PER_MINUTE,
  form: z.object({ role: z.enum(ROLES) }),
  formPage: members,
  handle: async ({ services, member, catalog, timeZone, settings, form }) => {
    const { members: texts, frame } = catalog.web
    const { secret, expiresAt } = await services.loginLinks.create(member.account, form.role)
    return {
      title: texts.linkTitle,
      breadcrumbs: [accountEntry(catalog, member), membersEntry(catalog, member)],
      scripts: ['copy'],
      body: (
        <>
          <h1>{texts.linkTitle}</h1>
          <p>
            <TimedText
              text={(when) => texts.linkShown(frame.roles[form.role], when(expiresAt))}
              {...{ catalog, timeZone }}
            />
          </p>
          <Copyable
            id="link"
            label={texts.link}
            text={`${settings.origin}/sign-in/link?code=${secret}`}
            catalog={catalog}
          />
          <p>
            <a class="button" href={membersAddress(member)}>
              {texts.toList}
            </a>
          </p>
        </>
      ),
    }
  },
})
