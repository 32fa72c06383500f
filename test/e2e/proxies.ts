import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';
import { dieWithParent, root, temporaryFolder } from './started-product.ts';

export const proxies = {
  Caddy: async (folder: string, port: number, productPort: number) => {
    const file = join(folder, 'Caddyfile');
    const ours = await change('deploy/Caddyfile', [
      ['tags.example.com {', `http://127.0.0.1:${port} {`],
      ['127.0.0.1:3000', `127.0.0.1:${productPort}`],
    ]);
    await writeFile(file, `{\n\tadmin off\n}\n${ours}`);
    return [program('caddy'), 'run', '--adapter', 'caddyfile', '--config', file];
  },
  nginx: async (folder: string, port: number, productPort: number) => {
    const file = join(folder, 'nginx.conf');
    const ours = await change('deploy/nginx.conf', [
      [/server \{\n {4}listen 80;.*?\n\}/s, ''],
      ['listen 443 ssl http2', `listen 127.0.0.1:${port}`],
      ['listen [::]:443 ssl http2;', ''],
      [/ssl_certificate .*/, ''],
      [/ssl_certificate_key .*/, ''],
      ['127.0.0.1:3000', `127.0.0.1:${productPort}`],
    ]);
    await writeFile(file, nginxFile(folder, ours));
    return nginxCommand(folder, file);
  },
};

const redirects = {
  Caddy: async (folder: string, port: number, map: string) => {
    await writeFile(join(folder, 'tags'), map);
    const file = join(folder, 'Caddyfile');
    const lines = ['import tags', '@tag expression {tag_address} != ""', 'redir @tag {tag_address} 301'];
    await writeFile(file, `{\n\tadmin off\n}\nhttp://127.0.0.1:${port} {\n${lines.join('\n')}\n}\n`);
    return [program('caddy'), 'run', '--adapter', 'caddyfile', '--config', file];
  },
  nginx: async (folder: string, port: number, map: string) => {
    await writeFile(join(folder, 'tags'), map);
    const file = join(folder, 'nginx.conf');
    const server = `server { listen 127.0.0.1:${port}; if ($tag_address) { return 301 $tag_address; } }`;
    await writeFile(file, nginxFile(folder, `include ${folder}/tags; ${server}`));
    return nginxCommand(folder, file);
  },
};

function nginxFile(folder: string, http: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (of) => `${of}_temp_path ${folder}/${of};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `${user} daemon off; pid ${folder}/pid; events {} http { access_log off; ${temporary.join(' ')} ${http} }`;
}

const nginxCommand = (folder: string, file: string) => [program('nginx'), '-e', 'stderr', '-p', folder, '-c', file];

/** Names, ports and the certificate are the only differences from our example: it speaks plain http. */
export function startProxy(name: keyof typeof proxies, productPort: number): Promise<string> {
  return start(name, (folder, port) => proxies[name](folder, port, productPort));
}

/** Sends on what the map of `export-tags` names, as docs/operate.md says. */
export function startRedirects(name: keyof typeof redirects, map: string): Promise<string> {
  return start(name, (folder, port) => redirects[name](folder, port, map));
}

async function start(name: string, commandFor: (folder: string, port: number) => Promise<string[]>): Promise<string> {
  const [folder, port] = [await temporaryFolder(), await freePort()];
  const [command = '', ...args] = [...dieWithParent, ...(await commandFor(folder, port))];
  const child = spawn(command, args, { env: { HOME: folder }, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (words) => {
    said += words;
  });
  const exit = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await exit;
  });
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${name} did not start:\n${said}`);
    await setTimeout(25);
  }
  return `http://127.0.0.1:${port}`;
}

function program(name: string): string {
  const unpacked = join(root, 'node_modules/.cache/proxies/usr');
  const places = [`${unpacked}/bin`, `${unpacked}/sbin`, '/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'];
  const found = places.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (!found) throw new Error(`${name} is missing: npm test brings it.`);
  return found;
}

async function change(file: string, changes: [from: string | RegExp, to: string][]): Promise<string> {
  let text = await readFile(join(root, file), 'utf8');
  for (const [from, to] of changes) {
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`${file} has no ${from}.`);
    text = changed;
  }
  return text;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
