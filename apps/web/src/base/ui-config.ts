import { createContext, useContext } from 'react';
import type { UiConfig } from './session.ts';

/** Loaded before any navigation (spec 1 §2), so every screen has it. */
export const UiConfigContext = createContext<UiConfig | null>(null);

export function useUiConfig(): UiConfig {
  const config = useContext(UiConfigContext);
  if (config === null) throw new Error('no UI configuration: a screen stands outside the shell');
  return config;
}
