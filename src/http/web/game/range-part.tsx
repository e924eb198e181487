// A part of a game's page that is about the time that the chart shows, so that its script replaces it after zooming (WEB-22).
import type { ComponentChildren } from 'preact'

/** `sections`: it has sections of the page. */
type RangePartKind = 'text' | 'sections'

interface Props {
  /** By which the script finds the newer part. */
  readonly id: string
  readonly kind?: RangePartKind
  /** Whether it also changes with each sample. */
  readonly isLive?: boolean
  readonly children: ComponentChildren
}

/** The script moves the focus to the part where what had it is no longer there. */
export const rangePart = (id: string) => ({ id, ...RANGE_PART })
export const RANGE_PART = { tabIndex: -1, 'data-range': true }

export const RangePart = ({ id, kind = 'text', isLive = false, children }: Props) => (
  <div class={kind === 'sections' ? 'stack sections' : 'stack'} {...rangePart(id)} data-live={isLive}>
    {children}
  </div>
)

interface RangeFailureProps {
  /** Says what the parts are still about; `{}` stands for it. */
  readonly text: string
  readonly retry: string
}

export const RangeFailure = ({ text, retry }: RangeFailureProps) => (
  <div class="message danger range-failure" role="alert" data-range-failure={text} hidden>
    <p />
    <button class="small" type="button">
      {retry}
    </button>
  </div>
)
