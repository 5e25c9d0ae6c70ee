import { CALLS, type Call, type IpSubjectView } from '@pasar/api';
import type { RoutingLine } from '@pasar/domain';
import { uuidOf } from './fake-data.ts';
import { type Reply, refused, success } from './fake-reply.ts';

/** Proxies and lines as a test sets them. */
export class FakeProxies {
  readonly subjects: IpSubjectView[] = [];
  readonly lines = new Map<string, RoutingLine>();
  /** Those who may not see proxies get this and nothing else. */
  isRefused = false;

  add(name: string): string {
    const id = uuidOf(`proxy ${name}`);
    this.subjects.push({
      ip_partition_subject_id: id,
      scope: 'platform',
      name,
      ip: '203.0.113.10',
      ip_list: [],
      port: 8080,
      type: 'http',
      proxy_type: 'static',
      username: null,
      hasPassword: false,
      gmt_refresh: null,
      user_list: [],
    });
    return id;
  }

  /** Null: no call of this part. */
  answer(call: Call, raw: unknown): Reply | null {
    switch (call.path) {
      case CALLS.proxy.listSubjects.path: {
        if (this.isRefused) return refused('no_permission', 'You have no permission for this. Ask the main account.');
        const lines = [...this.lines].map(([connectionId, line]) => ({ connectionId, line }));
        return success({ subjects: this.subjects, lines });
      }
      case CALLS.proxy.setRoutingLine.path: {
        const { connectionId, line } = CALLS.proxy.setRoutingLine.input.parse(raw);
        this.lines.set(connectionId, line);
        return success({});
      }
      case CALLS.proxy.deleteSubject.path: {
        const { ipSubjectId } = CALLS.proxy.deleteSubject.input.parse(raw);
        const at = this.subjects.findIndex((subject) => subject.ip_partition_subject_id === ipSubjectId);
        if (at >= 0) this.subjects.splice(at, 1);
        return success({});
      }
      default:
        return null;
    }
  }
}
