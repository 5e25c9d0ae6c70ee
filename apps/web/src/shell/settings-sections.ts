type Path =
  | 'alerts'
  | 'answers'
  | 'assignment'
  | 'audit'
  | 'auto-reply'
  | 'chat'
  | 'data'
  | 'login'
  | 'sending'
  | 'tags'
  | 'team'
  | 'tokens'
  | 'webhooks';

/** A section of the settings: the page and the palette list the same ones. */
export interface Section {
  readonly path: Path;
  readonly text: `settings.${Path}`;
  /** What is found there, so that the palette finds the section by it; null where the name says it. */
  readonly holds:
    | `settings.holds.${'assignment' | 'auto-reply' | 'chat' | 'data' | 'login' | 'sending' | 'tags' | 'team'}`
    | null;
  /** The server refuses the calls of the section to everybody else in any case. */
  readonly isForMainOnly: boolean;
}
const SECTIONS: readonly Section[] = [
  { path: 'team', text: 'settings.team', holds: 'settings.holds.team', isForMainOnly: true },
  { path: 'login', text: 'settings.login', holds: 'settings.holds.login', isForMainOnly: false },
  { path: 'chat', text: 'settings.chat', holds: 'settings.holds.chat', isForMainOnly: false },
  { path: 'auto-reply', text: 'settings.auto-reply', holds: 'settings.holds.auto-reply', isForMainOnly: false },
  { path: 'sending', text: 'settings.sending', holds: 'settings.holds.sending', isForMainOnly: false },
  { path: 'alerts', text: 'settings.alerts', holds: null, isForMainOnly: true },
  { path: 'answers', text: 'settings.answers', holds: null, isForMainOnly: false },
  { path: 'assignment', text: 'settings.assignment', holds: 'settings.holds.assignment', isForMainOnly: true },
  { path: 'tags', text: 'settings.tags', holds: 'settings.holds.tags', isForMainOnly: true },
  { path: 'tokens', text: 'settings.tokens', holds: null, isForMainOnly: true },
  { path: 'audit', text: 'settings.audit', holds: null, isForMainOnly: true },
  { path: 'data', text: 'settings.data', holds: 'settings.holds.data', isForMainOnly: true },
  { path: 'webhooks', text: 'settings.webhooks', holds: null, isForMainOnly: true },
];

/** The sections that a member may open. */
export const sectionsFor = (isMain: boolean): readonly Section[] =>
  SECTIONS.filter(({ isForMainOnly }) => isMain || !isForMainOnly);
