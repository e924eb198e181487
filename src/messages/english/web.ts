// The texts of the web pages, with one file per page and one line for each here.
import { notifications } from './notify.js'
import { account, members } from './web/account.js'
import { frame, rejections } from './web/frame.js'
import { front } from './web/front.js'
import { game } from './web/game.js'
import { games } from './web/games.js'
import { keys } from './web/keys.js'
import { market } from './web/market.js'
import { rankings } from './web/rankings.js'
import { signIn } from './web/sign-in.js'

export const web = {
  frame,
  rejections,
  front,
  signIn,
  rankings,
  market,
  game,
  games,
  keys,
  account,
  members,
  notifications,
}
