// An account as its members see it. To be filled: plan, limits, usage, members, notices.
import { page } from '../define.js'

export const account = page({
  path: '/accounts/:account',
  access: 'viewer',
  nav: (words) => words.web.frame.account,
  handle: ({ member, words }) => {
    const { plans, roles } = words.web.frame
    return {
      title: member.account.name,
      body: (
        <>
          <h1>{member.account.name}</h1>
          <p>
            {plans[member.account.plan]} · {roles[member.role]}
          </p>
        </>
      ),
    }
  },
})
