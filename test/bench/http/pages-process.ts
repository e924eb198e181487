// The web application on a database that is there, in a process of its own: prints its port.
import { compose } from '../../../src/compose.js'
import { createApp } from '../../../src/http/app.js'
import { startHttp } from '../../../src/http/start-http.js'
import { openLog } from '../../../src/log.js'
import { configOf } from '../commands-past.js'
import { settings } from './settings.js'

const [databaseUrl = ''] = process.argv.slice(2)
const { services } = await compose(configOf(databaseUrl))
const { port } = await startHttp(createApp(services, settings, openLog('silent')), '127.0.0.1', 0)
process.send?.({ port })
