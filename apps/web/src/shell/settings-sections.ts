type Path = 'alerts' | 'audit' | 'data' | 'login' | 'team' | 'tokens' | 'webhooks';

/** A section of the settings: the page and the palette list the same ones. */
export interface Section {
  readonly path: Path;
  readonly text: `settings.${Path}`;
  /** The server refuses the calls of the section to everybody else in any case. */
  readonly isForMainOnly: boolean;
}
const SECTIONS: readonly Section[] = [
  { path: 'team', text: 'settings.team', isForMainOnly: true },
  { path: 'alerts', text: 'settings.alerts', isForMainOnly: true },
  { path: 'tokens', text: 'settings.tokens', isForMainOnly: true },
  { path: 'audit', text: 'settings.audit', isForMainOnly: true },
  { path: 'data', text: 'settings.data', isForMainOnly: true },
  { path: 'webhooks', text: 'settings.webhooks', isForMainOnly: true },
  { path: 'login', text: 'settings.login', isForMainOnly: false },
];

/** The sections that a member may open. */
export const sectionsFor = (isMain: boolean): readonly Section[] =>
  SECTIONS.filter(({ isForMainOnly }) => isMain || !isForMainOnly);
