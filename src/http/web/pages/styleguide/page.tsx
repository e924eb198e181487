// The style guide: every part of the design system in every state, for developers. Other services do not serve it.
import { rejection } from '../../../../domain/error.js'
import { page } from '../../define.js'
import { ButtonStates } from './buttons.js'
import { Charts } from './charts.js'
import { Content } from './content.js'
import { FieldStates } from './fields.js'
import { Overlays } from './overlays.js'
import { Parts } from './parts.js'
import { Tokens } from './tokens.js'

export const styleguide = page({
  path: '/styleguide',
  access: 'public',
  handle: (context) => {
    const { settings, catalog, timeZone } = context
    if (!settings.isDevelopment) throw rejection('NOT_FOUND', { name: 'nothing here', facts: {} })
    return {
      title: 'Style guide',
      scripts: ['chart'],
      breadcrumbs: [{ href: '/', label: catalog.web.frame.product }],
      body: (
        <>
          <hgroup>
            <h1>Style guide</h1>
            <p>
              The parts of the pages in every state. The theme at the end of the page switches between light and dark.
            </p>
          </hgroup>
          <Tokens />
          <ButtonStates />
          <FieldStates />
          <Content catalog={catalog} timeZone={timeZone} />
          <Charts context={context} />
          <Parts catalog={catalog} />
          <Overlays />
        </>
      ),
    }
  },
})
