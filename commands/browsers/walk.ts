import { codeOf, stepSeconds } from '../../domain/second-factor/totp.ts';
import { type AppPage, appPageNames, appPages } from '../../paths/app-pages.ts';
import {
  adminPath,
  buyPath,
  inboxPath,
  newItemPath,
  printPath,
  productPath,
  signInPath,
  signUpPath,
} from '../../paths/paths.ts';
import { until } from './until.ts';
import { openWindow, type Place, type Window } from './window.ts';

type World = Place & {
  mailedLink(to: string): string;
  administrator: Account;
};

type Account = { email: string; password: string };

export async function walk(world: World): Promise<void> {
  await using owner = await openWindow(world, 'owner');
  await signUp(owner, world, { email: 'grace@example.com', password: 'correct horse battery' });
  const tag = await addItem(owner);
  for (const scripts of [true, false]) await findAndAnswer(world, tag, owner, scripts);
  await owner.open(tag);
  await owner.press('Mark as lost');
  await owner.see('It is back');
  await owner.open(printPath());
  await owner.press('Make the PDF');
  await owner.see('Open the PDF');
  for (const path of pagesOf('signed-in')) await owner.open(path);
  await buy(world);
  await administer(world);
}

async function signUp(owner: Window, world: World, account: Account): Promise<void> {
  await owner.open(signUpPath());
  await owner.fill('Name', 'Grace');
  await owner.fill('Email', account.email);
  await owner.fill('Password', account.password);
  await owner.press('Sign up');
  await owner.see('Check your mail');
  await owner.open(await until(async () => world.mailedLink(account.email)));
  await owner.press('Confirm my address');
  await owner.see('My Items');
  await owner.look('signed in');
}

async function signIn(window: Window, { email, password }: Account): Promise<void> {
  await window.open(signInPath());
  await window.fill('Email', email);
  await window.fill('Password', password);
  await window.press('Sign in');
  await window.see('My Items');
  await window.look('signed in');
}

async function addItem(owner: Window): Promise<string> {
  await owner.open(newItemPath());
  await owner.fill('Name', 'Blue backpack');
  await owner.press('Bag or backpack');
  await owner.run(choosePicture);
  await owner.see('Cut to a square');
  await owner.look('crop dialog');
  await owner.press('Use this part');
  await owner.press('Make the tag');
  await owner.see('Print the tag');
  return owner.url();
}

const choosePicture = `
  const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 1200 });
  canvas.getContext('2d').fillRect(400, 300, 800, 600);
  canvas.toBlob((blob) => {
    const chosen = new DataTransfer();
    chosen.items.add(new File([blob], 'photo.jpg', { type: 'image/jpeg' }));
    const input = document.querySelector('input[type=file]');
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    end();
  }, 'image/jpeg');`;

async function findAndAnswer(world: World, tag: string, owner: Window, scripts: boolean): Promise<void> {
  const [found, answer] = [`It lies at the lake, ${scripts}.`, `I come at noon, ${scripts}.`];
  await using finder = await openWindow(world, scripts ? 'finder' : 'finder without scripts', { scripts });
  await finder.open(tag);
  await finder.fill('Or write a message', found);
  await finder.press('Send message');
  await finder.see('Sent. Thank you!');
  await finder.look('sent');
  await owner.open(inboxPath());
  await owner.open(await owner.read(`document.querySelector('main a[href^="${inboxPath()}/"]').href`));
  await owner.see(found);
  await owner.fill('Your answer', answer);
  await owner.press('Send');
  await owner.see(answer);
  await (scripts ? finder.see(answer) : finder.seeAgain(answer));
  await finder.look('answered');
}

async function buy(world: World): Promise<void> {
  await using buyer = await openWindow(world, 'buyer');
  await buyer.open(buyPath());
  await buyer.open(productPath('key-ring'));
  await buyer.press('Add to cart');
  await buyer.look('cart');
  await buyer.press('Go to checkout');
  const typed = {
    Email: 'kim@example.com',
    Name: 'Kim Lee',
    'Street and number': 'Weg 1',
    'Postal code': '10115',
    City: 'Berlin',
  };
  for (const [label, text] of Object.entries(typed)) await buyer.fill(label, text);
  await buyer.look('checkout');
  await buyer.press('Order and pay');
  await buyer.see('Thank you for your order');
  await buyer.look('order');
}

async function administer(world: World): Promise<void> {
  await using administrator = await openWindow(world, 'administrator');
  await signIn(administrator, world.administrator);
  await administrator.open(adminPath());
  const secret = await administrator.read(`document.querySelector('main code').textContent.replaceAll(' ', '')`);
  await administrator.fill('Code from the app', codeOf(secret, Math.floor(Date.now() / 1000 / stepSeconds)));
  await administrator.fill('Account password', world.administrator.password);
  await administrator.press('Add app');
  await administrator.see('Your recovery codes');
  await administrator.press('Go on');
  for (const path of pagesOf('admin')) await administrator.open(path);
}

const pagesOf = (only: AppPage['only']) =>
  appPageNames
    .filter((name) => appPages[name].only === only)
    .map((name) => appPages[name].path)
    .filter((path) => !path.includes(':'));
