// The kinds as people choose them: milestones and records are one.
import type { RoutedKind } from '../../domain/notifications/settings.js'

export const KIND_CHOICES = ['milestones', 'alert', 'report_card', 'digest', 'status'] as const
export type KindChoice = (typeof KIND_CHOICES)[number]

export const isKindChoice = (text: string): text is KindChoice => KIND_CHOICES.some((kind) => kind === text)

export const routedKinds = (choice: KindChoice): readonly RoutedKind[] =>
  choice === 'milestones' ? ['milestone', 'record'] : [choice]

/** By which one of them is found. */
export const firstKind = (choice: KindChoice): RoutedKind => (choice === 'milestones' ? 'milestone' : choice)
