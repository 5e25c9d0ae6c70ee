import type { KeyboardEvent } from 'react';

/** On a list of tabs: the arrow keys, Home and End move between the tabs, and show what they move to. */
export function moveTab(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const index = tabs.findIndex((tab) => tab.matches(':focus'));
  const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key];
  if (to === undefined || event.altKey) return;
  event.preventDefault();
  tabs.at(to % tabs.length)?.focus();
}
