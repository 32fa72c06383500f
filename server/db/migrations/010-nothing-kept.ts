import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Of browsers only the words that are shown are kept, and of mails that were sent no link that still opens something. */
export const nothingKept: Migration = {
  async up(db) {
    await sql`
      update auth_sessions set user_agent = case
        when browser is not null and system is not null then browser || ' on ' || system
        else coalesce(browser, system, 'An unknown device') end
      from (
        select id as session,
          case
            when user_agent ~ '\\y(EdgA?|EdgiOS)/' then 'Edge'
            when user_agent ~ '\\yOPR/' then 'Opera'
            when user_agent ~ '\\ySamsungBrowser/' then 'Samsung Internet'
            when user_agent ~ '\\y(Firefox|FxiOS)/' then 'Firefox'
            when user_agent ~ '\\y((Headless)?Chrome|CriOS)/' then 'Chrome'
            when user_agent ~ '\\ySafari/' then 'Safari'
          end as browser,
          case
            when user_agent ~ '\\yiPhone\\y' then 'iPhone'
            when user_agent ~ '\\yiPad\\y' then 'iPad'
            when user_agent ~ '\\yAndroid\\y' then 'Android'
            when user_agent ~ '\\yCrOS\\y' then 'Chromebook'
            when user_agent ~ '\\yWindows\\y' then 'Windows'
            when user_agent ~ '\\yMacintosh\\y' then 'Mac'
            when user_agent ~ '\\yLinux\\y' then 'Linux'
          end as system
        from auth_sessions
      ) as words
      where session = id`.execute(db);
    await sql`
      update outgoing_mails set
        text = regexp_replace(text, ${link}, '\\1/…', 'g'),
        html = regexp_replace(html, ${link}, '\\1/…', 'g')
      where sent_at is not null`.execute(db);
  },
};

const link = `(https?://[^\\s/"'<>]+)/[^\\s"'<>]*`;
