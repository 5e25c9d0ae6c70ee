import { useSyncExternalStore } from 'react';

/** The person's choice; `system` follows the setting of the machine. */
export const THEME_CHOICES = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];
export type Theme = 'light' | 'dark';

const STORED_KEY = 'pasar.theme';
const listeners = new Set<() => void>();
const systemDark = () => matchMedia('(prefers-color-scheme: dark)');

export function themeChoice(): ThemeChoice {
  const stored = localStorage.getItem(STORED_KEY);
  return THEME_CHOICES.find((choice) => choice === stored) ?? 'system';
}

export function resolveTheme(choice: ThemeChoice, isSystemDark: boolean): Theme {
  if (choice !== 'system') return choice;
  return isSystemDark ? 'dark' : 'light';
}

const currentTheme = (): Theme => resolveTheme(themeChoice(), systemDark().matches);

function apply(): void {
  document.documentElement.dataset.theme = currentTheme();
  for (const listener of [...listeners]) listener();
}

/** Called before the first paint; follows the machine's setting from then on. */
export function startTheme(): void {
  apply();
  systemDark().addEventListener('change', apply);
}

export function setThemeChoice(choice: ThemeChoice): void {
  localStorage.setItem(STORED_KEY, choice);
  apply();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme);
export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, themeChoice);
