/**
 * Bases of common passwords. Additions (a capital, "0" for "o", a trailing year or "123") are removed before the look-up, so one word covers
 * hundreds (quality R35).
 */
const NAMES = `nastya lyuba lena tanya vanya kostya misha grisha zhenya sveta nadya natasha vasya petya kolya tolya slava aaron abigail adam adrian aidan alan albert alejandro alex alexander alexandra alexandre alexis alfred alice alicia alina
alison allison amanda amber amelia amy ana anastasia andre andrea andreas andrei andrew andrey angel angela angelina angelo anita anna
anne anthony antonio apollo april arina ariana arthur artem artur ashley asia austin azamat barbara barney beatrice becky bella benjamin
bernard beth betty beverly bianca billy blake bobby boris bradley brandon brandy brenda brian britney brittany brooke bruce bryan buddy
caleb calvin cameron camilla carina carlos carmen carol carolina caroline carolyn carter casey cassandra cassie catherine cecilia chad
charles charlie charlotte chelsea cheryl chester chloe chris christian christina christine christopher cindy claire clara claudia clayton
cleopatra cody colin connor constantin corey courtney craig cristian cristina crystal curtis cynthia daisy dakota dallas damian daniel
daniela daniella danielle danil danila danny daria darren dasha david dawson debbie deborah denis denise dennis derek desiree destiny
devin dexter diana diane diego dima dimitri dmitriy dmitry dominic dominik donald donna dorothy douglas duncan dustin dylan eddie edgar
eduard eduardo edward egor ekaterina elaine eleanor elena elijah elizabeth ella ellen emily emma eric erica erik erika ernest ethan
eugene eva evan evelyn evgeniy evgeny fabian felix fernando filipp florence frances francesca francis francisco frank frankie franklin
fred freddie freddy frederic gabriel gabriela gabriella gabrielle galina garfield gary gavin genesis geoffrey george georgia gerald
gerard german gilbert gina gloria gordon grace graham gregory guillermo gustavo hailey haley hannah harley harold harrison harry harvey
heather hector helen helena henry holly howard hunter ian ignat igor ilya irina irene iris isaac isabel isabella isabelle ivan ivanov
jack jackie jackson jacob jacqueline jaime james jamie jane janet janice jared jasmin jasmine jason javier jeffrey jenna jennifer jenny
jeremy jerome jerry jesse jessica jessie jesus jimmy joanna joanne joaquin joel johanna john johnny johnson jonas jonathan jordan jorge
jose joseph joshua josiah joyce juan juanita judith julia julian juliana julie juliet justin justine karen karina karl karla kate
katerina katherine kathleen kathryn kathy katie katrina katya kayla keith kelly kelsey kenneth kenny kevin kimberly kirill kirsten konstantin
kristen kristin kristina kristine kseniya kyle larisa larry laura lauren laurence lawrence leah leonard leonardo leonid leslie lewis liam
lilian lillian lily linda lindsay lindsey lisa liza logan lorenzo loretta louis louise lucas lucia lucy luis luke lydia lyudmila mackenzie
maddie madeline madison maggie maksim malcolm manuel marat marco marcos marcus margaret margarita maria mariana marie marina mario marion
marisa marissa mark marshall martha martin martina marvin mary masha mason matthew matthias maureen maurice max maxim maximus maxwell maya
megan melanie melissa mercedes meredith mia michael michaela michele michelle miguel mikhail mikey milana mildred miles milton miranda
mitchell mohammed molly monica monique morgan muhammad nadezhda nadia nancy naomi natalia natalie natalya natasha nathan nathaniel nelson
nicholas nick nickolas nicolas nicole nikita nikki niklas nikolai nikolay nina noah nora norman oksana oleg olesya olga oliver olivia omar
oscar owen pamela patricia patrick paul paula pauline pavel pedro penelope penny perry peter petrov philip phillip phoebe pierre polina
preston priscilla rachel rafael ralph ramona randall randy raquel raymond rebecca regina renata renee ricardo richard rick ricky robert
roberta roberto robin rocky rodney roger roland roman romeo ronald ronnie rosa rose rosemary roxana roxanne ruby ruslan russell ruth ryan
sabrina sally samantha samson samuel sandra sara sarah sasha scott scottie sean sebastian sergei sergey sergio seth shane shannon sharon
shaun shawn sheila shelby shelly sherry shirley sidney sierra silvia simon simone skyler sofia sonia sonya sophia sophie spencer stacey
stanislav stanley stefan stella stephanie stephen steve steven stewart stuart summer susan suzanne svetlana sveta sydney sylvia tamara tania
tanya tara tatiana tatyana taylor teresa terry thelma theodore theresa thomas tiffany timofey timothy timur tina todd tommy tony tracey
tracy travis trevor trinity tristan tyler ulyana valentin valentina valeria valerie vanessa vasiliy vera veronica veronika victor victoria
viktor viktoria vincent violet virginia vitaliy vivian vlad vlada vladimir vladislav vova walter wanda warren wayne wendy wesley whitney
william willie willow winston xavier yana yaroslav yulia yuliya yuri yvonne zachary zoe`;

const WORDS = `access account action adidas admin administrator adventure airborne airplane alabama alaska alpha amazing america american
amore amour anarchy andromeda android angels animal antalya anything apple apples arizona armani arsenal asdf asdfgh asdfghjk asdfghjkl
assassin asshole atlanta atlantis audi august autumn avatar awesome babe baby babygirl babylon bacon badboy badass badger ballin
banana bandit barcelona barsik baseball basket basketball bassman batman beach beaver beautiful beauty bears beatles beer beetle benfica
berlin bestfriend bethel bigboy bigdaddy bigdog bigmac bigtits billabong biology birthday bismarck bitch biteme blackberry blackcat blackie
blacky blade blessed blessing blink blizzard blonde blood blossom blowjob blue bluebird blueberry bluesky bmw bond bonjour boobs booboo boogie
boomer boston bowling boxer brasil brazil bread brother brothers brownie bubba bubble bubbles buckeye buffalo bugsbunny bulldog bullet
bullshit bunny business buster butter buttercup butterfly button cadillac california camaro camera campbell canada cancer candy captain cardinal
carnival carpenter cartman casino casper castle catfish celtic champion champions chance change changeit changeme chaos charger charming cheater
cheese cheesecake cheetah chemistry cherokee cherry chevrolet chevy chicago chicken chihuahua chocolate chopper chris christmas chrome cinderella
cinema classic claymore clemson clover cobra coca cocacola coffee college colorado columbia comedy commander commando company compaq compass compton
computer concrete confused connect cooking coolcat cooldude coolguy cooper corvette corona cosmos cougar country courage cowboy
cowboys coyote cracker crazy creative cricket crimson crusader crypto cubswin cumming cupcake curious cyclone dad daddy dallas dance dancer
dancing danger darkangel darkness darkside darling darwin deadman death december default delfin delight delta democrat demon design desktop
destroy destroyer detroit devil diablo diamond diamonds dickhead digital dinamo dinosaur director disney doctor dog doggie doggy dogs dollar
dolphin dolphins dontforget doodle doomsday douglas download dracula dragon dragonball dragonfly dream dreamer dreams driver drummer ducati duke
dundee dynamo eagle eagles earth eastside easter eclipse economy einstein elefant element elephant elevator eleven emerald eminem empire energy
engine engineer england english enter enterprise entropy escape europe everest everton exchange excalibur exigent explorer express extreme faith faithful
falcon falcons family fantasy farmer fashion father february fender ferrari fiesta fighter filter finance fire fireball firefly firefox fireman fish
fisher fishing flamingo flash florida flower flowers fluffy flyers football ford forest forever formula fortuna fortune france freak free freedom french
friday friend friends friendship frog froggy fucker fuckoff fuckyou funny future galatasaray galaxy gambit gameover gamer games gangsta gangster
garden gandalf gateway gator gatorade gemini general genius germany getout ghost giant giants ginger giraffe girls gizmo gladiator goat goblin godbless
godfather godisgood godzilla gold golden goldfish golf golfer goodboy goodday goodgirl goodluck google gorilla gothic government grandma grandpa
gratitude green greenday griffin grizzly guardian guest guinness guitar guitarist gunner gunners hacker halloween hamburger hamilton hammer hamster happiness
happy happyday hardcore hardrock harvest hawaii hawk hawkeye heart hearts heaven hello hellokitty helloworld help hercules hero heroes hiphop history hitman
hockey hogwarts holiday hollywood home homer homework honda honest honey hooters hope horse horses hotdog hotrod hotstuff house houston hummer hunter hunting
hurricane iceberg icecream iceman ihateyou iloveme ilovegod iloveu iloveyou imagine impact impala imperial incubus india indian indiana infinity information insane
inside inspiron instagram integra intel internet internal invisible iphone ireland ironman island israel istanbul italia italy january japan jaguar jasmine jerusalem jesuschrist
jester jewels joker journey joyful jumper june july jungle juniper jupiter justice juventus kamikaze kangaroo karate kawasaki keyboard killer killme kingdom
kingkong kings kitchen kitten kittens kitty knight knights kodiak kolobok korea kristall krasota lacrosse ladybug lakers lancer laptop leader legend legolas lemon
leopard letmein letter leverage liberty library life light lightning linkin linux lion lions lipstick little liverpool lizard loaded lobster lollipop lollypop london
lonely longhorn looking lord lorena loser lottery lotus love lovebug lovehurts lovelife lovely loveme lovemom lover loverboy lovers loves loveyou lucifer lucky
luckydog machine madonna madrid magic magician magnet magnum mailman majestic manager manchester mango manutd march marines marlboro mars marshmallow martini master
masters matrix maverick maximum mcdonalds meatball medicine melody memory mercury mermaid metal metallica mexico miami michigan mickey microsoft midnight military million
minecraft ministry minnie miracle mirror mission mistress mobile modern mommy monday money moneyman monica monitor monkey monkeys monster monsters moon moonlight moose
mother motor motorola mountain mouse movie mozart muffin murder music musica musician mustang mustangs myspace mystery naruto nascar nature navigator naughty nebraska nemesis network
never newlife newpass newpassword newyear newyork nightmare ninja nintendo nirvana nissan nobody nokia nothing november nuggets number nursing obsidian ocean october office oklahoma
online open opera operator orange orlando orchid outlaw oxford oxygen packard packers paintball panasonic pancake panda pandora panther panthers papa paradise paris parker parola party
pass passion passport passwd password passwords patriot patriots peace peaches peanut peanuts pearl pegasus penguin penguins people pepper pepsi perfect personal phantom phoenix photo
physics piano picasso pickle picture pikachu pimp pink pinky pioneer pirate pirates pistol pistons pizza planet platinum playboy player playstation please pokemon poker poland police
politics pookie popcorn popeye porsche portland portugal positive postal potato potter power powers precious premier president pretty prince princess princesa private prodigy
professor programmer project prometheus promise property prosperity protect psycho pumpkin punisher puppies puppy purple pussy pussycat python qazwsx qazwsxedc qwer qwert qwerty
qwertyui qwertyuiop rabbit racecar racing radio raiders rainbow raider ranger rangers raptor rasta ravens razor reality rebel rebels redbull reddog redhead redneck redrose redskins
redsox redwings reggae religion remember republic resident respect revenge revolution ripper river rockstar rocket rock rocknroll romance romania ronaldo rooster root rosebud roses
royal rugby runner running russia russian saints sailor salman samsung samurai sanchez sandman santa santiago saturday saturn scarface school science scooter scorpio scorpion
scotland scrappy seattle secret secrets secure security semperfi senior september serenity service sexy sexygirl shadow shadows shakira shark shelter sherlock shooter shopping
showtime silence silver simple simpson simpsons single sister skate skateboard skater skittles skull skywalker slayer slipknot smile smiley smoke smokey smokie snake sniper snickers
snoopy snow snowball snowboard snowflake snowman soccer socrates soldier solomon something sonic sony soprano southside sparkle sparky spartak spartan special speedy spider
spiderman spirit spitfire sponge spongebob sports spring springs sprite square stalker star starfish stargate starlight stars start startrek starwars steelers sterling stinky storm
stranger strawberry street strike student sturmovik subaru success sugar suicide summer summertime sunday sunflower sunny sunrise sunset sunshine super superboy supergirl superman
supernova superstar support surfer surfing survivor suzuki sweet sweetheart sweetie sweetness sweetpea swimming switch swordfish system target tattoo teacher techno teddy teddybear
telephone temp temppass tennis tequila terminal terminator test tester testing testpass testtest texas thailand thankyou thebeast theboss theking thematrix therock
thinking thumper thunder thursday tiger tigers tigger tinker tinkerbell titan titanic together tomcat tornado toronto toshiba tottenham toyota trader transfer transport trading
treasure trinity trooper trouble trucker truelove trustno trustnoone tuesday turkey turtle tweety twilight twister ultimate umbrella undertaker unicorn united universe unknown user vampire
vanilla vegas vegeta venture venus verify victory viking vikings village violin viper virgin vision volcom volcano volleyball voodoo voyager walker wallet warcraft warlock warrior
warriors water waterfall watermelon weather webmaster wednesday weekend welcome werewolf western whatever whiskey white wicked wildcat wildcats windows winner winston winter wisdom
wizard wolf wolverine wolves wonder wonderful woody work world worldcup wrestling xbox yamaha yankee yankees yellow yourmom zebra zenith zero zeppelin zidane zombie zxcv zxcvb zxcvbn zxcvbnm
razmen obmen bitcoin ethereum binance litecoin monero tether dogecoin blockchain satoshi privet parol lubov ljubov lyubov solnce solnyshko koshka kotenok sobaka zvezda rossiya moskva
spartak zenit cska lokomotiv krasotka malysh zaika zaya kisa kiska lapochka mamochka babushka dedushka molodec samsung lada kalina priora kamaz vesna osen zima leto nadezhda vera
schastie druzhba pobeda geroy gerasim samara saratov kazan omsk tomsk perm ufa rostov sochi minsk kiev kharkov odessa almaty astana tashkent baku`;

/** Russian words ("password", "hello", "love" ...) typed with the keyboard set to Latin letters. */
const RUSSIAN_ON_LATIN_KEYS = `gfhjkm ghbdtn kjdm kbvfz kbvsq cjkywt cjkysirj rjirf rjntyjr cjfrf pdtplf hjccbz vjcrdf yfnfif yfcnz fylhtq cthutq fktrcfylh
fktrctq lvbnhbq vfrcbv ybrjkfq dkflbvbh tdutybq fyfcnfcbz vfhbyf trfnthbyf nfnmzyf cdtnkfyf kbz jkmuf tktyf bhbyf rctybz rhbcnbyf
dbrnjhbz dthjybrf vfhbz vfitymrf rfnif vfvjxrf vfvf gfgf feirf ctvmz cxfcnmt elfxf gjtlf cgfhnfr ptybn lbyfvj rjhjkm ghbywtccf
rhfcjnrf pfqrf vfksi fyutk lhfrjy nbuh djkr vtldtlm jvty ltymub hekm hfjnf ljv vfibyf aenjk vepsrf dtcyf ktnj pbvf`;

/** Sequences of neighbouring keys; any part matches, forwards or backwards. */
const ROWS = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'zaq1xsw2cde3vfr4bgt5nhy6mju7',
  '1a2s3d4f5g6h7j8k9l',
  'a1s2d3f4g5h6j7k8l9',
  '1z2x3c4v5b6n7m',
  'z1x2c3v4b5n6m7',
  'a1b2c3d4e5f6g7h8i9',
  '1a2b3c4d5e6f7g8h9i',
  'poiuytrewqlkjhgfdsamnbvcxz',
];

const words = (text: string): readonly string[] => text.split(/\s+/);
const COMMON: ReadonlySet<string> = new Set([...words(NAMES), ...words(WORDS), ...words(RUSSIAN_ON_LATIN_KEYS)]);
const SEQUENCES = [...ROWS, ...ROWS.map((row) => [...row].toReversed().join(''))];

/** Signs that people use for letters. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '€': 'e',
};
const toLetters = (text: string, oneAs: 'i' | 'l'): string =>
  [...text].map((sign) => (sign === '1' || sign === '!' ? oneAs : (LOOKALIKES[sign] ?? sign))).join('');

/** Years, dates, short, repeated or consecutive numbers: what people add before or after a word. */
function isUsualAffix(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  if (text.length - digits.length > 3) return false;
  if (digits.length <= 4) return true;
  if (/^(\d)\1*$/.test(digits) || /^(\d{1,4})\1+$/.test(digits) || isSequence(digits)) return true;
  return (
    /^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:(?:19|20)?\d{2})$/.test(digits) ||
    /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(digits)
  );
}

/** Three or more neighbouring keys. */
const isSequence = (text: string): boolean => text.length >= 3 && SEQUENCES.some((row) => row.includes(text));

/** Only sequences and repeated signs: `qwe123`, `1q2w3e4r`, `aaa111`. */
function isMadeOfSequences(text: string): boolean {
  let remaining = text;
  while (remaining.length > 0) {
    const repeated = /^(.)\1+/u.exec(remaining)?.[0] ?? '';
    let sequence = '';
    for (let length = remaining.length; length >= 3 && sequence === ''; length -= 1)
      if (isSequence(remaining.slice(0, length))) sequence = remaining.slice(0, length);
    const consumedLength = Math.max(repeated.length, sequence.length);
    if (consumedLength === 0) return remaining.length <= 2 && remaining.length < text.length;
    remaining = remaining.slice(consumedLength);
  }
  return true;
}

const isCommonWord = (word: string): boolean => {
  if (COMMON.has(word)) return true;
  const half = word.slice(0, word.length / 2);
  // "testtest"
  return word.length % 2 === 0 && half + half === word && COMMON.has(half);
};

/** Longer passwords are not in any list of common ones. */
const MAX_CHECKED_LENGTH = 48;
/** Digits before a word: a date at most. */
const MAX_PREFIX_LENGTH = 8;

/** Whether a password is a common one or a usual variant of one. */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  if (plain.length > MAX_CHECKED_LENGTH) return false;
  if (isMadeOfSequences(plain) || isMadeOfSequences(plain.slice(1)) || isMadeOfSequences(plain.replaceAll(/[^a-z\d]/g, ''))) return true;
  for (const oneAs of ['i', 'l'] as const) {
    // Each place where the word may end and its suffix begin: "passw0rd1" has a digit inside the word, "summer2023" behind it
    for (let from = 0; from <= Math.min(MAX_PREFIX_LENGTH, plain.length); from += 1) {
      if (from > 0 && /[a-z]/.test(plain.slice(0, from))) break;
      for (let to = plain.length; to >= from + 3; to -= 1) {
        const tail = plain.slice(to);
        if (/[a-z]/.test(tail)) break;
        const word = toLetters(plain.slice(from, to), oneAs).replaceAll(/[^a-z]/g, '');
        if (isCommonWord(word) && isUsualAffix(tail) && isUsualAffix(plain.slice(0, from))) return true;
      }
    }
  }
  return false;
}
