/**
 * The places that travellers name most, as the pages write them. A line is a country, a population in thousands, the
 * names in English, German, Spanish and Turkish (an empty one is written as in English) and other spellings.
 *
 * The population is that of the urban area: a gazetteer counts the municipality, which makes Athens in Greece six times
 * as large as Athens in Georgia. Islands and areas have no population, because a namesake of theirs is never meant.
 */
export const CITIES = `
AE 3500 | Dubai | | Dubái | | Dubaï, Дубай, ドバイ, 迪拜, 杜拜, 두바이, دبي, ดูไบ
AE 1500 | Abu Dhabi | | Abu Dabi | Abu Dabi | أبو ظبي, Абу-Даби, アブダビ, 阿布扎比
AM 1100 | Yerevan | Jerewan | Ereván | Erivan | Ереван
AR 15500 | Buenos Aires | | | | Буэнос-Айрес, ブエノスアイレス, 布宜诺斯艾利斯
AT 1950 | Vienna | Wien | Viena | Viyana | Vienne, Вена, ウィーン, 维也纳, 빈
AT 300 | Salzburg | | Salzburgo | |
AU 5100 | Sydney | | Sídney | Sidney | Сидней, シドニー, 悉尼, 雪梨, 시드니, ซิดนีย์
AU 5000 | Melbourne | | | | メルボルン, 墨尔本, 멜버른
AZ 2400 | Baku | | Bakú | Bakü | Баку, باكو
BA 420 | Sarajevo | | | Saraybosna | Сараево
BE 2100 | Brussels | Brüssel | Bruselas | Brüksel | Bruxelles, Brussel, Брюссель, ブリュッセル, 布鲁塞尔, 브뤼셀
BE 1050 | Antwerp | Antwerpen | Amberes | Anvers |
BE 250 | Ghent | Gent | Gante | Gent | Gand
BE 120 | Bruges | Brügge | Brujas | Brugge |
BG 1280 | Sofia | | Sofía | Sofya | София
BR 12500 | Rio de Janeiro | | Río de Janeiro | | Rio, Рио-де-Жанейро, リオデジャネイロ, 里约热内卢, 리우데자네이루
BR 21500 | São Paulo | | | | サンパウロ, 圣保罗, 상파울루
BY 2000 | Minsk | | | | Минск, Мінск
CA 6300 | Toronto | | | | Торонто, トロント, 多伦多, 토론토
CA 2500 | Vancouver | | | | バンクーバー, 温哥华, 溫哥華, 밴쿠버
CA 3700 | Montreal | | | | Montréal
CH 1400 | Zurich | Zürich | Zúrich | Zürih | Цюрих, チューリッヒ, 苏黎世, 취리히
CH 600 | Geneva | Genf | Ginebra | Cenevre | Genève, Ginevra, Женева, ジュネーブ, 日内瓦, 제네바
CH 550 | Basel | | Basilea | | Bâle
CH 230 | Lucerne | Luzern | Lucerna | Luzern |
CL 6900 | Santiago | Santiago de Chile | Santiago de Chile | | Сантьяго, サンティアゴ
CN 20000 | Beijing | Peking | Pekín | Pekin | Pékin, Пекин, 北京, ペキン, 베이징, بكين, ปักกิ่ง
CN 27000 | Shanghai | Schanghai | Shanghái | Şanghay | 上海, Шанхай, 상하이, شنغهاي
CN 25000 | Guangzhou | | Cantón | | Canton, 广州, 廣州, 광저우
CN 17000 | Shenzhen | | | | 深圳, 선전
CN 16000 | Chengdu | | | | 成都
CN 12000 | Xi'an | | | | 西安
CO 10700 | Bogotá | | | |
CU 2100 | Havana | Havanna | La Habana | Havana | La Havane, Гавана, ハバナ
CY 260 | Nicosia | Nikosia | | Lefkoşa | Lefkosia
CZ 1350 | Prague | Prag | Praga | Prag | Praha, Прага, プラハ, 布拉格, 프라하, براغ
DE 4000 | Berlin | | Berlín | | Берлин, ベルリン, 柏林, 베를린, برلين, เบอร์ลิน
DE 2000 | Munich | München | Múnich | Münih | Monaco di Baviera, Мюнхен, ミュンヘン, 慕尼黑, 뮌헨
DE 2100 | Cologne | Köln | Colonia | Köln | Кёльн, ケルン, 科隆
DE 2100 | Hamburg | | Hamburgo | | Hambourg, Гамбург
DE 1900 | Frankfurt | | Fráncfort | | Frankfurt am Main, フランクフルト, 法兰克福, 프랑크푸르트
DE 800 | Nuremberg | Nürnberg | Núremberg | Nürnberg |
DK 1400 | Copenhagen | Kopenhagen | Copenhague | Kopenhag | København, Copenaghen, Копенгаген, コペンハーゲン, 哥本哈根, 코펜하겐
DO 3500 | Santo Domingo | | | |
DZ 2800 | Algiers | Algier | Argel | Cezayir | Alger
EE 450 | Tallinn | | Tallin | Tallinn | Reval, Таллин, Таллинн, タリン
EG 21000 | Cairo | Kairo | El Cairo | Kahire | Le Caire, Il Cairo, Каир, カイロ, 开罗, 카이로, القاهرة
EG 5400 | Alexandria | | Alejandría | İskenderiye | الإسكندرية
EG 500 | Luxor | | | | Louxor
ES 6300 | Madrid | | | | Мадрид, マドリード, 马德里, 마드리드, مدريد
ES 4900 | Barcelona | | | Barselona | Barcelone, Барселона, バルセロナ, 巴塞罗那, 바르셀로나, برشلونة, บาร์เซโลนา
ES 1100 | Seville | Sevilla | Sevilla | Sevilla | Séville, Sevilya, Севилья
ES 850 | Málaga | | | |
ES 700 | Zaragoza | Saragossa | Zaragoza | | Saragosse
ET 5200 | Addis Ababa | Addis Abeba | Adís Abeba | Addis Ababa | Adis Abeba
FI 1300 | Helsinki | | | | Helsingfors, Хельсинки, ヘルシンキ, 赫尔辛基, 헬싱키
FR 11000 | Paris | | París | | Parigi, Parijs, Париж, パリ, 巴黎, 파리, باريس, ปารีส
FR 950 | Nice | Nizza | Niza | | Ницца, ニース, 尼斯, 니스
FR 1600 | Marseille | | Marsella | Marsilya | Marsiglia, Марсель
FR 1700 | Lyon | | | | Lyons, Lione
FR 500 | Strasbourg | Straßburg | Estrasburgo | Strazburg |
FR 1000 | Bordeaux | | Burdeos | |
GB 10900 | London | | Londres | Londra | Londen, Лондон, ロンドン, 伦敦, 倫敦, 런던, لندن, ลอนดอน, Λονδίνο
GB 2700 | Manchester | | Mánchester | |
GB 530 | Edinburgh | | Edimburgo | | Édimbourg, Эдинбург, エディンバラ, 爱丁堡, 에든버러
GE 1200 | Tbilisi | Tiflis | Tiflis | Tiflis | Тбилиси, თბილისი, トビリシ
GE 170 | Batumi | | | Batum | Батуми, ბათუმი
GR 3150 | Athens | Athen | Atenas | Atina | Athína, Athènes, Atene, Афины, アテネ, 雅典, 아테네, أثينا, Αθήνα
GR 810 | Thessaloniki | | Salónica | Selanik | Salonica, Saloniki, Θεσσαλονίκη, Салоники
HR 690 | Zagreb | | | | Загреб
HR 45 | Dubrovnik | | | | Ragusa Croatia, Дубровник, ドブロブニク, 杜布罗夫尼克, 두브로브니크
HR 180 | Split | | | | Сплит, Spalato
HU 1800 | Budapest | | | Budapeşte | Будапешт, ブダペスト, 布达佩斯, 부다페스트
ID 34000 | Jakarta | | Yakarta | Cakarta | Джакарта, ジャカルタ, 雅加达, 자카르타, จาการ์ตา
IE 1300 | Dublin | | Dublín | | Dublino, Дублин, ダブリン, 都柏林, 더블린, Baile Átha Cliath
IL 4000 | Tel Aviv | | | | Тель-Авив, תל אביב, テルアビブ, 特拉维夫
IL 1000 | Jerusalem | | Jerusalén | Kudüs | Иерусалим, ירושלים, エルサレム, 耶路撒冷, القدس
IN 32000 | Delhi | | | | Дели, デリー, 德里, 델리, दिल्ली
IN 32000 | New Delhi | Neu-Delhi | Nueva Delhi | Yeni Delhi | नई दिल्ली
IN 25000 | Mumbai | | Bombay | | मुंबई, मुम्बई, Мумбаи, ムンバイ, 孟买, 뭄바이
IN 15000 | Kolkata | Kalkutta | Calcuta | Kalküta | Calcutta
IN 15000 | Bengaluru | | | | Bangalore
IN 12000 | Chennai | | | | Madras
IS 220 | Reykjavik | Reykjavík | Reikiavik | Reykjavik | Рейкьявик, レイキャビク, 雷克雅未克, 레이캬비크
IT 3300 | Rome | Rom | Roma | Roma | Рим, ローマ, 罗马, 羅馬, 로마, روما, โรม, Ρώμη
IT 5000 | Milan | Mailand | Milán | Milano | Милан, ミラノ, 米兰, 밀라노, ميلانو
IT 850 | Venice | Venedig | Venecia | Venedik | Venezia, Venise, Венеция, ベネチア, ヴェネツィア, 威尼斯, 베네치아
IT 700 | Florence | Florenz | Florencia | Floransa | Firenze, Флоренция, フィレンツェ, 佛罗伦萨, 피렌체
IT 3000 | Naples | Neapel | Nápoles | Napoli | Неаполь, ナポリ, 那不勒斯, 나폴리
IT 1300 | Turin | | Turín | Torino |
IT 750 | Bari | | | |
IT 650 | Genoa | Genua | Génova | Cenova | Genova
JP 37000 | Tokyo | Tokio | Tokio | Tokyo | 東京, とうきょう, 东京, Tóquio, Токио, 도쿄, طوكيو, โตเกียว
JP 15000 | Osaka | | | | 大阪, おおさか, Осака, 오사카, โอซาก้า, أوساكا
JP 1500 | Kyoto | | Kioto | | 京都, Киото, 교토, เกียวโต
JP 9400 | Nagoya | | | | 名古屋
JP 2300 | Fukuoka | | | | 福岡, 福冈, 후쿠오카
JP 2100 | Sapporo | | | | 札幌, 삿포로, Саппоро
JP 1200 | Hiroshima | | | | 広島, 广岛
KE 6500 | Nairobi | | | | Найроби
KH 2100 | Phnom Penh | | Nom Pen | | プノンペン, 金边
KR 23000 | Seoul | | Seúl | Seul | 서울, Séoul, Сеул, ソウル, 首尔, 首爾, سيول, โซล
KR 3400 | Busan | | | | 부산, 釜山, プサン, Pusan, Пусан
KZ 2000 | Almaty | | | | Alma-Ata, Алматы
LB 2200 | Beirut | | | Beyrut | Beyrouth, بيروت, Бейрут
LK 2500 | Colombo | | | Kolombo | コロンボ
LT 560 | Vilnius | | Vilna | | Wilna, Wilno, Вильнюс, ビリニュス
LV 620 | Riga | | | | Рига, リガ
MA 1000 | Marrakesh | Marrakesch | | Marakeş | Marrakech, Марракеш, マラケシュ, 马拉喀什, مراكش
MA 4400 | Casablanca | | | Kazablanka | Casa Blanca, Касабланка, الدار البيضاء
MA 1250 | Fez | Fès | | |
MA 1250 | Tangier | Tanger | Tánger | Tanca |
MV 250 | Malé | | | | Мале, 马累
MX 21500 | Mexico City | Mexiko-Stadt | Ciudad de México | Meksiko | CDMX, Mexico DF, Мехико, メキシコシティ, 墨西哥城, 멕시코시티
MX 1000 | Cancún | | | | Канкун, カンクン, 坎昆, 칸쿤
MY 8600 | Kuala Lumpur | | | | KL, Куала-Лумпур, クアラルンプール, 吉隆坡, 쿠알라룸푸르, กัวลาลัมเปอร์
NL 1700 | Amsterdam | | Ámsterdam | | Амстердам, アムステルダム, 阿姆斯特丹, 암스테르담, أمستردام, อัมสเตอร์ดัม
NL 1050 | The Hague | Den Haag | La Haya | Lahey | La Haye
NO 1100 | Oslo | | | | Осло, オスロ, 奥斯陆, 오슬로
NP 3500 | Kathmandu | Kathmandu | Katmandú | Katmandu | Catmandú, Катманду, カトマンズ, 加德满都, 카트만두, काठमाडौं
NZ 1650 | Auckland | | | | Окленд, オークランド, 奥克兰, 오클랜드
OM 1600 | Muscat | Maskat | Mascate | Maskat | مسقط, Маскат
PA 2000 | Panama City | Panama-Stadt | Ciudad de Panamá | | Panamá City
PE 10900 | Lima | | | | Лима, リマ
PH 24000 | Manila | | | | Манила, マニラ, 马尼拉, 마닐라, มะนิลา
PL 2000 | Warsaw | Warschau | Varsovia | Varşova | Warszawa, Varsovie, Varsavia, Варшава, ワルシャワ, 华沙, 바르샤바
PL 770 | Krakow | Krakau | Cracovia | Krakov | Kraków, Cracow, Cracovie, Краков, クラクフ, 克拉科夫, 크라쿠프
PL 750 | Gdansk | Danzig | Gdansk | Gdansk | Gdańsk
PL 640 | Wrocław | Breslau | Breslavia | |
PT 2900 | Lisbon | Lissabon | Lisboa | Lizbon | Lisbona, Lisbonne, Лиссабон, リスボン, 里斯本, 리스본, لشبونة
PT 1300 | Porto | | Oporto | | ポルト, 波尔图, 포르투, Порту
QA 2000 | Doha | | | | الدوحة, Доха, ドーハ, 多哈, 도하
RO 1800 | Bucharest | Bukarest | Bucarest | Bükreş | București, Бухарест, ブカレスト, 布加勒斯特
RS 1400 | Belgrade | Belgrad | Belgrado | Belgrad | Beograd, Белград, Београд, ベオグラード, 贝尔格莱德
RU 17000 | Moscow | Moskau | Moscú | Moskova | Москва, Moscou, Mosca, モスクワ, 莫斯科, 모스크바, موسكو
RU 5400 | Saint Petersburg | Sankt Petersburg | San Petersburgo | St. Petersburg | Санкт-Петербург, Питер, サンクトペテルブルク, 圣彼得堡
SA 2000 | Mecca | Mekka | La Meca | Mekke | Makkah, مكة, مكة المكرمة, Мекка
SA 1500 | Medina | | | Medine | Madinah, المدينة المنورة
SA 7500 | Riyadh | Riad | Riad | Riyad | الرياض, Эр-Рияд
SA 4700 | Jeddah | Dschidda | Yeda | Cidde | Djidda, Jiddah, جدة
SE 1700 | Stockholm | | Estocolmo | Stokholm | Stoccolma, Стокгольм, ストックホルム, 斯德哥尔摩, 스톡홀름
SE 650 | Gothenburg | Göteborg | Gotemburgo | Göteborg |
SI 300 | Ljubljana | | Liubliana | | Laibach, Lubiana, Любляна
SK 440 | Bratislava | | | | Pressburg, Pozsony, Братислава
TH 17000 | Bangkok | | | | Бангкок, バンコク, 曼谷, 방콕, بانكوك, Banguecoque, กรุงเทพ, กรุงเทพมหานคร
TR 15800 | Istanbul | | Estambul | İstanbul | Istambul, Constantinople, Стамбул, イスタンブール, 伊斯坦布尔, 이스탄불, إسطنبول, اسطنبول, อิสตันบูล, Κωνσταντινούπολη
TR 5100 | Ankara | | | |
TR 3000 | Izmir | | Esmirna | İzmir | Smyrna, Измир
TR 1300 | Antalya | | | | Анталия, Анталья, アンタルヤ, 安塔利亚, 안탈리아
TW 9000 | Taipei | Taipeh | Taipéi | Taypey | 臺北, 台北, Тайбэй, 타이베이, ไทเป
TZ 7000 | Dar es Salaam | Daressalam | Dar es-Salam | Darüsselam |
UA 3000 | Kyiv | Kiew | Kiev | Kiev | Київ, Киев, キエフ, キーウ, 基辅
UA 720 | Lviv | Lwiw | Leópolis | Lviv | Lemberg, Львів
UA 1000 | Odesa | Odessa | Odesa | Odesa | Одеса, Одесса
US 20000 | New York | | Nueva York | | New York City, NYC, Nova York, Нью-Йорк, ニューヨーク, 纽约, 紐約, 뉴욕, نيويورك, นิวยอร์ก
US 15500 | Los Angeles | | Los Ángeles | | Лос-Анджелес, ロサンゼルス, 洛杉矶, 로스앤젤레스
US 6000 | San Francisco | | | | San Fran, Сан-Франциско, サンフランシスコ, 旧金山, 샌프란시스코
US 2300 | Las Vegas | | | | Vegas, Лас-Вегас, ラスベガス, 拉斯维加斯, 라스베이거스
US 5200 | Washington | | | | Washington DC, Вашингтон, 华盛顿
US 6100 | Miami | | | | Miami Beach, Майами, マイアミ, 迈阿密, 마이애미
US 8800 | Chicago | | | | シカゴ, 芝加哥, 시카고
US 1900 | Orlando | | | | オーランド
UZ 2900 | Tashkent | Taschkent | Taskent | Taşkent | Ташкент
UZ 600 | Samarkand | | Samarcanda | Semerkant | Samarqand, Самарканд
VN 9500 | Ho Chi Minh City | Ho-Chi-Minh-Stadt | Ciudad Ho Chi Minh | Ho Chi Minh | Sài Gòn, Saigon, Хошимин, ホーチミン, 胡志明市, 호치민
VN 7400 | Hanoi | | Hanói | | Hà Nội, Ханой, ハノイ, 河内, 하노이, ฮานอย
VN 1200 | Da Nang | | | | Đà Nẵng, Danang, Дананг, ダナン, 岘港, 다낭
VN 420 | Nha Trang | | | | Нячанг, ニャチャン, 芽庄, 나트랑
ZA 4900 | Cape Town | Kapstadt | Ciudad del Cabo | Cape Town | Le Cap, Kaapstad, Кейптаун, ケープタウン, 开普敦, 케이프타운
ZA 14000 | Johannesburg | | Johannesburgo | |
`;

export const ISLANDS = `
BQ | Saba | | | |
BQ | Sint Eustatius | | San Eustaquio | | Statia
CL | Easter Island | Osterinsel | Isla de Pascua | Paskalya Adası | Rapa Nui
EC | Galapagos | Galapagosinseln | Islas Galápagos | Galapagos Adaları | Galápagos Islands
ES | Canary Islands | Kanarische Inseln | Islas Canarias | Kanarya Adaları | Canaries, Kanaren
ES | Balearic Islands | Balearen | Islas Baleares | Balear Adaları | Balearics
ES | Tenerife | Teneriffa | | | Тенерифе, テネリフェ
ES | Gran Canaria | | | |
ES | Lanzarote | | | |
ES | Fuerteventura | | | |
ES | La Palma | | | |
ES | La Gomera | | | |
ES | El Hierro | | | |
ES | Mallorca | | | Mayorka | Majorca, Майорка, マヨルカ島, 마요르카
ES | Ibiza | | | İbiza | Eivissa, Ибица
ES | Menorca | | | | Minorca
ES | Formentera | | | |
FR | Corsica | Korsika | Córcega | Korsika | Corse
GB | Isle of Skye | | Isla de Skye | |
GB | Isle of Wight | | Isla de Wight | |
GR | Crete | Kreta | Creta | Girit | Kriti, Κρήτη, Крит
GR | Santorini | | | | Thira, Σαντορίνη, サントリーニ島, 산토리니, 圣托里尼
GR | Mykonos | | | Mikonos |
GR | Rhodes | Rhodos | Rodas | Rodos | Ρόδος, Родос
GR | Corfu | Korfu | Corfú | Korfu | Kerkyra
GR | Kos | | Cos | İstanköy | Κως
GR | Zakynthos | | Zacinto | | Zante
GR | Kefalonia | | Cefalonia | | Cephalonia
GR | Lesbos | | | Midilli | Lesvos
GR | Samos | | | Sisam |
GR | Chios | | Quíos | Sakız |
HR | Hvar | | | |
HR | Brač | | | |
HR | Korčula | | | |
HR | Krk | | | |
ID | Bali | | | | バリ島, バリ, 巴厘岛, 峇里島, 발리, Бали, บาหลี, بالي
ID | Lombok | | | |
ID | Java | | | | Jawa
ID | Sumatra | | | |
ID | Sulawesi | | Célebes | |
ID | Komodo | | | |
ID | Flores | | | |
ID | Bintan | | | |
IN | Andaman Islands | Andamanen | Islas Andamán | Andaman Adaları |
IT | Sicily | Sizilien | Sicilia | Sicilya | Sicile, Сицилия
IT | Sardinia | Sardinien | Cerdeña | Sardunya | Sardegna, Сардиния
IT | Capri | | | |
IT | Ischia | | | |
IT | Elba | | | |
JP | Okinawa | | | | 沖縄, 冲绳, 오키나와
JP | Hokkaido | Hokkaidō | | | 北海道, 홋카이도, Хоккайдо
KR | Jeju | | | | Jeju Island, Jeju-do, 제주, 제주도, 済州島, 济州岛
MX | Cozumel | | | |
MX | Isla Mujeres | | | |
MY | Langkawi | | | | 兰卡威
MY | Penang | | | | Pulau Pinang, 槟城
PF | Tahiti | | Tahití | | タヒチ
PF | Bora Bora | | | |
PH | Boracay | | | | 보라카이, 長灘島
PH | Palawan | | | |
PH | Cebu | | Cebú | | セブ島, 세부
PH | Siargao | | | |
PH | Bohol | | | |
PT | Madeira | | | | Madère, Мадейра
PT | Azores | Azoren | Azores | Azorlar | Açores, Азорские острова
SJ | Svalbard | Spitzbergen | Svalbard | Svalbard | Spitsbergen
TH | Phuket | | | | プーケット, 普吉岛, 普吉島, 푸껫, 푸켓, Пхукет, ภูเก็ต
TH | Koh Samui | Ko Samui | | | Samui, Самуи, เกาะสมุย
TH | Koh Phangan | | | | Ko Pha Ngan
TH | Koh Tao | | | |
TT | Trinidad | | | |
TT | Tobago | | | |
TZ | Zanzibar | Sansibar | Zanzíbar | | Занзибар, ザンジバル
US | Hawaii | | Hawái | | Hawaiʻi, Hawai, ハワイ, 夏威夷, 하와이, Гавайи, Гаваи
US | Maui | | | |
US | Oahu | | | |
US | Kauai | | | |
VN | Phu Quoc | | | | Phú Quốc, フーコック, 푸꾸옥, 富国岛
YE | Socotra | Sokotra | | Sokotra |
`;

export const AREAS = `
DE | Bavaria | Bayern | Baviera | Bavyera |
DE | Black Forest | Schwarzwald | Selva Negra | Kara Orman |
ES | Andalusia | Andalusien | Andalucía | Endülüs |
ES | Catalonia | Katalonien | Cataluña | Katalonya | Catalunya
ES | Basque Country | Baskenland | País Vasco | Bask Ülkesi | Euskadi
FR | French Riviera | Côte d'Azur | Costa Azul | Fransız Rivierası |
FR | Brittany | Bretagne | Bretaña | Bretonya |
FR | Normandy | Normandie | Normandía | Normandiya |
FR | Provence | | Provenza | |
GB | Scotland | Schottland | Escocia | İskoçya | Écosse, Шотландия, スコットランド, 스코틀랜드, 苏格兰
GB | England | | Inglaterra | İngiltere | Angleterre, Англия, イングランド, 英格兰
GB | Wales | | Gales | Galler |
GB | Northern Ireland | Nordirland | Irlanda del Norte | Kuzey İrlanda |
IN | Goa | | | | Гоа, ゴア
IT | Tuscany | Toskana | Toscana | Toskana |
IT | South Tyrol | Südtirol | Tirol del Sur | Güney Tirol |
PT | Algarve | | | |
RU | Siberia | Sibirien | Siberia | Sibirya |
TR | Cappadocia | Kappadokien | Capadocia | Kapadokya | Каппадокия, カッパドキア
US | California | Kalifornien | | Kaliforniya |
US | Florida | | | |
US | Alaska | | | |
US | Texas | | | Teksas |
`;
