import { expect, test } from 'vitest';
import type { ScamKind } from './contract/schema.ts';
import { scamIn } from './scam-signs.ts';

const scams: Record<ScamKind, string[]> = {
  code: [
    'To prove you are the owner I just sent you a code, please read it to me.',
    'Send me the 6-digit code so I know you are real',
    'What is the verification code you got by text?',
    'Google Voice code please',
    'I will text you a code, tell me the number',
    'Bitte nennen Sie mir den Bestätigungscode.',
    'Sie bekommen gleich einen SMS-Code, schicken Sie ihn mir bitte.',
    'Den Code, der per SMS kommt, brauche ich.',
    'Donnez-moi le code de vérification.',
    'Quel est le code que vous avez reçu par SMS ?',
    'Dime el código de verificación que te llegó.',
    'Pásame el código que te he enviado, por favor',
    'the v3rific4tion c0de please',
    'the verificаtiоn cоde',
    'Send me the code',
    'Tell me the number that Google just sent you',
    'Schicken Sie mir bitte den Code',
    'Envoyez-moi le code',
    'Dame el código',
  ],
  'log-in': [
    'Your iPhone was located. Sign in at www.apple-find.com to see the map.',
    'I need your Apple ID to check that it is yours',
    'Please tell me the passcode of the phone so I can test it.',
    'Turn off Find My and remove it from your iCloud so I can give it back',
    'Verify your account here: icloud-support.net',
    'Bitte melden Sie sich mit Ihrem Konto an, unter diesem Link',
    'Nennen Sie mir bitte das Passwort des Laptops.',
    'Ich brauche Ihre Apple-ID und das Kennwort.',
    'Donnez-moi le mot de passe du téléphone.',
    'Connectez-vous à votre compte iCloud pour le localiser',
    'Necesito la contraseña de tu iCloud.',
    'Inicia sesión en este enlace para ver dónde está.',
    'please tell me your p@ssw0rd',
  ],
  'gift-card': [
    'I want my reward as a gift card, buy one for 100 dollars',
    'Pay with an Amazon gift card please',
    'Send me two Steam cards and scratch the code',
    'Kaufen Sie eine Google-Play-Karte und schicken Sie mir ein Bild.',
    'Den Finderlohn nehme ich gegen Amazon-Gutscheine.',
    'Achetez une carte cadeau de 50 € pour moi.',
    'Compra una tarjeta regalo y manda los códigos.',
    'buy a g1ft c4rd',
  ],
  money: [
    'Send me 50 euros first, then I post it.',
    'I will send it when you have paid the postage.',
    'Please pay the postage of 5 euros in advance.',
    'Transfer the money by Western Union.',
    'You have to pay a customs fee.',
    'I sent you too much, send me the rest: 200 $',
    'My PayPal is kim@example.com',
    'Ich schicke die Tasche, sobald Sie bezahlt haben.',
    'Überweisen Sie mir bitte 20 Euro.',
    'Nur gegen Bezahlung!',
    'Den Finderlohn bitte im Voraus.',
    'Envoyez-moi 30 € et je vous rends le sac.',
    'Il faut payer les frais d’envoi d’abord.',
    'Faites un virement sur mon compte',
    'Mándame 40 euros y te lo envío.',
    'Tienes que pagar el envío por adelantado.',
    'Haz una transferencia y te devuelvo la mochila',
    'send me m0ney',
    'W e s t e r n U n i o n only',
    'Send me fifty dollars',
    'I want 100 euros for it',
    'You get it back for 100 €',
    'Transfer 100 to my account',
    'Money first, then the bag',
    'Ich will 100 Euro dafür',
    'Nur gegen 50 Euro',
    'Je veux 100 euros',
    'Quiero 100 euros',
    'W€stern Uni0n',
  ],
  messenger: [
    'Write me on WhatsApp',
    'My telegram is @kim',
    'Let us talk on Signal instead',
    'Schreib mir auf Insta',
    'Lieber über WhatsApp bitte',
    'On peut parler sur WhatsApp ?',
    'Escríbeme por WhatsApp',
    'add me on w h a t s a p p',
    'W.h.a.t.s.A.p.p me',
    'wh4ts4pp +49 170 1234567',
    'Whats app me',
    'https://wa.me/491701234567',
    'Тelegrаm',
    'What sapp me',
    'vvhatsapp me',
    'w/h/a/t/s/a/p/p',
    'w\nh\na\nt\ns\na\np\np',
    'wha+sapp',
  ],
};

const honest = [
  'I can send you the bag, postage is 5 euros.',
  'Shipping costs 12 $, you can give it to me later if you like.',
  'Is there a reward?',
  'The lost and found office wants a fee of 10 euros when you collect it.',
  'I can pay you for the postage, by PayPal if you like.',
  'I found your wallet. There are 50 euros, two cards and a gift card in it.',
  'The code on the tag is hard to read, but the QR code works.',
  'What is your postal code? I will send it tomorrow.',
  'The door code of the building is 4711, third floor.',
  'The laptop asks for a password, so I could not see whose it is.',
  'The phone has no signal and the battery is flat.',
  'I saw it here at the first bench, by the line 5 bus stop.',
  'Call me at +49 170 1234567 after six.',
  'You can pick it up at the front desk. Ask for Kim, first name is enough.',
  'I was first at the station and handed it in there.',
  'No money needed, I am happy to help!',
  'I paid the driver nothing, he gave it to me for free.',
  'Thank you! I can come today at five. Please leave it at the front desk.',
  'Please send me a picture of the key ring.',
  'Can you tell me what is in the front pocket?',
  'Das Porto kostet 5 Euro.',
  'Ich kann Ihnen die Tasche schicken, das Porto macht etwa 6 €.',
  'Ich kann Ihnen das Porto gerne überweisen.',
  'Das Fundbüro nimmt 5 Euro Gebühr.',
  'Melden Sie sich bitte, wenn Sie an der Rezeption sind.',
  'Brauchen Sie Finderlohn?',
  'Der QR-Code war zerkratzt, aber lesbar.',
  'Ich habe den Schlüssel beim Pförtner abgegeben, er sitzt links vom Eingang.',
  'In der Geldbörse sind ein Ausweis und ein Gutschein.',
  'Bitte schicken Sie mir Ihre Adresse mit Postleitzahl.',
  'Les frais de port sont de 5 euros.',
  'Je peux vous rembourser les frais d’envoi.',
  'Je l’ai déposé à l’accueil, code postal 75011.',
  'Vous pouvez venir le chercher demain avant midi.',
  'Merci beaucoup ! Y a-t-il une récompense ?',
  'El envío cuesta 6 euros.',
  'Te puedo pagar el envío por Bizum.',
  'Lo dejé en la recepción, el código postal es 28013.',
  'Está en la oficina de objetos perdidos, primero hay que llamar.',
  'Tengo tus llaves, ¿cuándo puedes venir?',
  'What apartment do you live in?',
  'What appears to be your bag is at the desk.',
  'I paid the first aid box with it.',
  'I gave the cash to the police first.',
  'The wallet was here, the cash was gone before I found it.',
  'I want to give you 50 euros.',
  'There were 50 euros in it, so I went to the police.',
  'Can you send me the door code?',
  'Ich habe erst heute Geld in der Tasche gesehen.',
  'Ich war zuerst am Geldautomaten, dann lag die Tasche da.',
  'Ich möchte Ihnen 50 Euro geben.',
  'Bitte melden Sie sich an der Rezeption an, Google Maps zeigt den Weg.',
  'Je voudrais vous donner 50 euros.',
  'Quiero darle 50 euros.',
  'Я нашёл ваш рюкзак, приходите завтра.',
  'Βρήκα την τσάντα σας.',
  'カバンを見つけました。',
  '',
];

for (const [kind, texts] of Object.entries(scams)) {
  test.for(texts)(`a text like known scams is taken for one (${kind}): %s`, (text) => {
    expect(scamIn(text)).toBe(kind);
  });
}

test.for(honest)('an honest text gets no warning: %s', (text) => {
  expect(scamIn(text)).toBeNull();
});

test('invisible characters, other letters and accents hide nothing', () => {
  expect(scamIn('Whats\u200bApp')).toBe('messenger');
  expect(scamIn('Wh\u00adatsApp')).toBe('messenger');
  expect(scamIn('ＷｈａｔｓＡｐｐ')).toBe('messenger');
  expect(scamIn('WhаtsАрр')).toBe('messenger');
  expect(scamIn('Wĥàtsäpp')).toBe('messenger');
  expect(scamIn('ᴡʜᴀᴛꜱᴀᴘᴘ')).toBe('messenger');
  expect(scamIn('🇼🇭🇦🇹🇸🇦🇵🇵')).toBe('messenger');
  expect(scamIn('buy a ցift card')).toBe('gift-card');
});

test('a text of full length takes milliseconds, whatever is in it', () => {
  const hostile = ['pay ', 'a ', '1', 'code ', '€5 ', '€5', 'w.', 'p4y 5€ ', 'i want ', 'a\n', 'send me ', 'http://x '];
  for (const part of hostile) {
    const text = part.repeat(2000).slice(0, 2000);
    const times = Array.from({ length: 7 }, () => {
      const began = performance.now();
      scamIn(text);
      return performance.now() - began;
    });
    expect(Math.min(...times), `ms for ${part}`).toBeLessThan(10);
  }
});
