import { type ComponentType, useId } from 'react';
import { Navigate, NavLink, Route, Routes } from 'react-router';
import { useDeskState } from '../base/desk.tsx';
import { useTranslation } from '../base/texts/i18n.ts';
import { AlertsPanel } from '../features/alerts/alerts-panel.tsx';
import { AuditPanel } from '../features/audit/audit-panel.tsx';
import { ConfigPanel } from '../features/bulk-send/config-panel.tsx';
import { AssignmentPanel } from '../features/chat/assignment-rules/assignment-panel.tsx';
import { AutoReplyPanel } from '../features/chat/auto-reply/auto-reply-panel.tsx';
import { TagRulesPanel } from '../features/chat/buyer-tag-rules/tag-rules-panel.tsx';
import { ChatSettingsPanel } from '../features/chat/settings/chat-settings-panel.tsx';
import { DataPanel } from '../features/data/data-panel.tsx';
import { RulesPanel } from '../features/response-rules/rules-panel.tsx';
import { LoginPanel } from '../features/security/login-panel.tsx';
import { TeamPanel } from '../features/team/team-panel.tsx';
import { TokensPanel } from '../features/team/tokens-panel.tsx';
import { WebhooksPanel } from '../features/webhooks/webhooks-panel.tsx';
import styles from './settings-page.module.css';
import { type Section, sectionsFor } from './settings-sections.ts';

const PANELS: Readonly<Record<Section['path'], ComponentType>> = {
  alerts: AlertsPanel,
  answers: RulesPanel,
  assignment: AssignmentPanel,
  audit: AuditPanel,
  'auto-reply': AutoReplyPanel,
  chat: ChatSettingsPanel,
  data: DataPanel,
  login: LoginPanel,
  sending: ConfigPanel,
  tags: TagRulesPanel,
  team: TeamPanel,
  webhooks: WebhooksPanel,
  tokens: TokensPanel,
};

/** The settings of the account and of the member, one section at a time. */
export function SettingsPage() {
  const { t } = useTranslation('shell');
  const titleId = useId();
  const isMain = useDeskState((state) => state.member?.isMain ?? null);
  if (isMain === null) return null;
  const sections = sectionsFor(isMain);
  const [first] = sections;
  return (
    <div className={styles.page}>
      <nav className={styles.sections} aria-labelledby={titleId}>
        <h1 id={titleId}>{t('settings.title')}</h1>
        {sections.map(({ path, text }) => (
          <NavLink key={path} to={`/settings/${path}`}>
            {t(text)}
          </NavLink>
        ))}
      </nav>
      <div className={styles.section}>
        <Routes>
          {sections.map(({ path }) => {
            const Panel = PANELS[path];
            return <Route key={path} path={path} element={<Panel />} />;
          })}
          {first !== undefined && <Route path="*" element={<Navigate to={`/settings/${first.path}`} replace />} />}
        </Routes>
      </div>
    </div>
  );
}
