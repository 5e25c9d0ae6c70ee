import type { ReactNode } from 'react';
import page from './list-page.module.css';
import { moveTab } from './move-tab.ts';

/** The tabs above a list or the parts of a page. The arrow keys choose, as a click does. */
export function PageTabs<Tab extends string | null>(props: {
  readonly label: string;
  readonly tabs: readonly {
    readonly tab: Tab;
    readonly text: string;
    /** Null where nothing is counted, or it is not known. */
    readonly count?: string | null;
  }[];
  readonly chosen: Tab;
  /** The id of what the tabs show. */
  readonly controls: string;
  readonly onTab: (tab: Tab) => void;
  /** Stands behind the tabs and is none of them. */
  readonly children?: ReactNode;
}) {
  const { tabs, chosen, controls, onTab } = props;
  const choose = (tab: Tab) => {
    if (tab !== chosen) onTab(tab);
  };
  return (
    <div className={page.tabs}>
      <div className={page.tablist} role="tablist" aria-label={props.label} onKeyDown={moveTab}>
        {tabs.map(({ tab, text, count = null }) => (
          <button
            key={tab}
            type="button"
            role="tab"
            className={page.tab}
            aria-selected={tab === chosen}
            aria-controls={controls}
            tabIndex={tab === chosen ? 0 : -1}
            onFocus={() => choose(tab)}
            onClick={() => choose(tab)}
          >
            {text}
            {count !== null && <span className={page.count}> {count}</span>}
          </button>
        ))}
      </div>
      {props.children}
    </div>
  );
}
