// The routes with which an account sets up its notifications. A fixed path precedes one with a rule.
import type { WebRoute } from '../../page.js'
import { askToRemoveRule, pauseRule, postSample, removeRule, resumeRule, switchOff, switchOn } from './changes.js'
import { alerts } from './list.js'
import { addRule, changeRule, editRule, newRule, rulePicture } from './rule.js'

export const alertRoutes: readonly WebRoute[] = [
  alerts,
  newRule,
  addRule,
  rulePicture,
  switchOn,
  switchOff,
  postSample,
  editRule,
  changeRule,
  pauseRule,
  resumeRule,
  askToRemoveRule,
  removeRule,
]
