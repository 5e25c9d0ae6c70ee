import type pg from 'pg';
import { z } from 'zod';

/** Older versions lack `pg_has_role` for SET, and give a role's rights by other rules. */
const OLDEST_VERSION = 16;

const server = z.object({
  version: z.string(),
  version_num: z.number(),
  encoding: z.string(),
  is_standby: z.boolean(),
});
const rights = z.object({
  user_name: z.string(),
  database_name: z.string(),
  may_create: z.boolean(),
  may_create_roles: z.boolean(),
  is_migrated: z.boolean(),
  owns_tables: z.boolean(),
  ungrantable: z.array(z.string()),
  unusable: z.array(z.string()),
  missing: z.array(z.string()),
});

/** Why the operator's own database cannot be used, with the statement that mends it; null when it can. */
export async function whyUnusable(client: pg.Client): Promise<string | null> {
  const found = server.parse(
    (
      await client.query(`select split_part(current_setting('server_version'), ' ', 1) as version,
        current_setting('server_version_num')::int as version_num, current_setting('server_encoding') as encoding,
        pg_is_in_recovery() as is_standby`)
    ).rows[0],
  );
  if (found.version_num < OLDEST_VERSION * 10_000)
    return `it is PostgreSQL ${found.version}, and Pasar needs ${OLDEST_VERSION} or newer`;
  if (found.encoding !== 'UTF8') {
    return `its encoding is ${found.encoding}, which cannot store every message (create database pasar encoding 'UTF8' template template0)`;
  }
  if (found.is_standby) return 'it is a standby, which only reads';
  return whyNoRights(rights.parse((await client.query(RIGHTS)).rows[0]));
}

function whyNoRights(found: z.infer<typeof rights>): string | null {
  const { user_name: user, database_name: database, ungrantable, unusable, missing } = found;
  if (found.is_migrated) {
    if (!found.owns_tables) return `the user ${user} does not own Pasar's tables in it`;
    const [role] = [...missing, ...unusable];
    return role === undefined ? null : `the user ${user} may not act as the role ${role} (grant ${role} to ${user})`;
  }
  if (!found.may_create) {
    return `the user ${user} may not make schemas and tables in it (alter database ${database} owner to ${user})`;
  }
  if (missing.length > 0 && !found.may_create_roles)
    return `the user ${user} may not make roles (alter role ${user} createrole)`;
  const [role] = ungrantable;
  if (role === undefined) return null;
  return `the role ${role} exists already and the user ${user} may not grant it (grant ${role} to ${user} with admin option)`;
}

/** The first migration makes the roles that are missing, and grants all of them to the user. */
const RIGHTS = `
  with wanted as (
    select name, pg_roles.oid as role_id
    from unnest(array['pasar_app', 'pasar_engine', 'pasar_identity', 'pasar_feed']) as name
      left join pg_roles on rolname = name)
  select current_user as user_name, current_database() as database_name,
    has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as may_create,
    rolsuper or rolcreaterole as may_create_roles,
    to_regclass('migration.applied') is not null as is_migrated,
    coalesce((select pg_has_role(current_user, relowner, 'USAGE') from pg_class
      where oid = to_regclass('migration.applied')), false) as owns_tables,
    array(select name from wanted where role_id is not null
      and not pg_has_role(current_user, role_id, 'MEMBER WITH ADMIN OPTION')) as ungrantable,
    array(select name from wanted where role_id is not null and not pg_has_role(current_user, role_id, 'SET')) as unusable,
    array(select name from wanted where role_id is null) as missing
  from pg_roles where rolname = current_user`;
