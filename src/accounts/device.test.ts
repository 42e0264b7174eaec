import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DeviceInfo, describeDevice } from './device.ts';

// The description of each user agent; "?" stands for null.
const DEVICES = {
  'WeChat 8 on Android 12, mobile':
    'Mozilla/5.0 (Linux; Android 12; M2012K11AC Build/SKQ1.211006.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/107.0.5304.141 Mobile Safari/537.36 XWEB/5023 MMWEBSDK/20230202 MMWEBID/6117 MicroMessenger/8.0.33.2320(0x28002151) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64',
  'WeChat 6 on Android 6.0, mobile':
    'Mozilla/5.0 (Linux; Android 6.0.1; SM919 Build/MXB48T; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/53.0.2785.49 Mobile MQQBrowser/6.2 TBS/043024 Safari/537.36 MicroMessenger/6.5.4.1000 NetType/WIFI Language/zh_CN',
  'WeChat 8 on iOS 17.5, mobile':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/4G Language/zh_CN',
  'WeChat 8 on Android 14, mobile':
    'Mozilla/5.0 (Linux; Android 14; V2364A Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.188 Mobile Safari/537.36 XWEB/1260117 MMWEBSDK/20240404 MMWEBID/3231 MicroMessenger/8.0.49.2600(0x2800313D) WeChat/arm64 Weixin NetType/5G Language/zh_CN ABI/arm64 miniProgram/wx1234567890abcdef MiniProgramEnv/android',
  'WeChat 8 on HarmonyOS 5.1, mobile':
    'Mozilla/5.0 (Phone; OpenHarmony 5.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile MicroMessenger/8.0.9.39(0xf3100927) Weixin NetType/WIFI Language/zh_CN MMWEBID/2777 MMWEBSDK/202507060011 XWEB/1140307',
  'WeChat ? on Windows ?, desktop':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Safari/537.36 MicroMessenger/7.0.20.1781(0x6700143B) NetType/WIFI MiniProgramEnv/Windows WindowsWechat/WMPF WindowsWechat(0x63090a13) UnifiedPCWindowsWechat(0xf2541211) XWEB/16815',
  'WeChat ? on Windows 7, desktop':
    'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/81.0.4044.138 Safari/537.36 NetType/WIFI MicroMessenger/7.0.20.1781(0x6700143B) WindowsWechat(0x63090217)',
  'WeChat ? on macOS ?, desktop':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Safari/537.36 NetType/WIFI MicroMessenger/7.0.20.1781(0x6700143B) MacWechat/3.8.7(0x13080712) UnifiedPCMacWechat(0xf2641111) XWEB/16730 Flue',
  'WeCom 4 on Windows ?, desktop':
    'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.6668.101 Safari/537.36 Language/zh ColorScheme/Light wxwork/4.1.39 (MicroMessenger/6.2) WindowsWechat MailPlugin_Electron WeMail embeddisk wwmver/3.26.39.639',
  'WeCom 4 on iOS 18.5, mobile':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 wxwork/4.1.39 MicroMessenger/7.0.1 Language/zh ColorScheme/Light wwmver/3.26.38.377',
  'QQ 8 on Android 10, mobile':
    'Mozilla/5.0 (Linux; Android 10; V1986A Build/QP1A.190711.020; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/77.0.3865.120 MQQBrowser/6.2 TBS/045230 Mobile Safari/537.36 V1_AND_SQ_8.3.9_1424_YYB_D QQ/8.3.9.4635 NetType/WIFI WebP/0.4.1 Pixel/1080 StatusBarHeight/90',
  'QQ 9 on iPadOS 16.6, tablet':
    'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 QQ/9.0.17.638 V1_IPH_SQ_9.0.17_1_APP_A Pixel/1668 MiniAppEnable QQTheme/1102 AppId/537203253 Core/WKWebView Device/Apple(iPad Pro 11 inch 5th Gen (WiFi)) NetType/WIFI QBWebViewType/1 WKType/1',
  'QQ Browser 13 on Android 11, mobile':
    'Mozilla/5.0 (Linux; U; Android 11; zh-cn; PCLM10 Build/RKQ1.200928.002) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/89.0.4389.72 MQQBrowser/13.5 Mobile Safari/537.36 COVC/045913',
  'QQ Browser 11 on Windows ?, desktop':
    'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.71 Safari/537.36 Core/1.94.202.400 QQBrowser/11.9.5355.400',
  'QQ Browser 16 on HarmonyOS 5.0, mobile':
    'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile MQQBrowser/16.1',
  'Quark 7 on Android 13, mobile':
    'Mozilla/5.0 (Linux; U; Android 13; zh-CN; PHJ110 Build/TP1A.220905.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 Quark/7.14.5.880 Mobile Safari/537.36',
  'Quark 1 on Windows ?, desktop':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/112.0.0.0 Safari/537.36 QuarkPC/1.9.5.161',
  'UC Browser 13 on Android 14, mobile':
    'Mozilla/5.0 (Linux; U; Android 14; en-US; V2361A Build/UP1A.231005.007) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UCBrowser/13.7.5.1321 Mobile Safari/537.36',
  'UC Browser 6 on Windows 7, desktop':
    'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/55.0.2883.87 UBrowser/6.2.4098.3 Safari/537.36',
  'Baidu 13 on Android 14, mobile':
    'Mozilla/5.0 (Linux; Android 14; V2256A Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/97.0.4692.98 Mobile Safari/537.36 T7/13.59 SP-engine/2.98.0 baiduboxapp/13.59.0.12 (Baidu; P1 14) NABar/1.0',
  'Baidu Browser 4 on Android 4.1, mobile':
    'Mozilla/5.0 (Linux; U; Android 4.1.2; zh-cn; N91 Build/JZO54K) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30 baidubrowser/4.2.9.2 (Baidu; P1 4.1.2)',
  'Baidu Browser 8 on Windows ?, desktop':
    'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/47.0.2526.106 BIDUBrowser/8.7 Safari/537.36',
  '360 Browser 12 on Windows ?, desktop':
    'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/78.0.3904.108 Safari/537.36 QIHU 360SE/12.2.1884.0',
  '360 Browser ? on Windows 7, desktop':
    'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/86.0.4240.198 Safari/537.36 QIHU 360EE',
  '360 Browser 6 on Android 4.4, mobile':
    'Mozilla/5.0 (Linux; Android 4.4.4; MX4 Pro Build/KTU84P) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/33.0.0.0 Mobile Safari/537.36; 360 Aphone Browser (6.9.7)',
  '360 Browser 1 on HarmonyOS 5.0, desktop':
    'Mozilla/5.0 (PC; OpenHarmony 5.0; HarmonyOS 5.0) AppleWebKit/537.36 (KHTML,like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Browser/harmony360Browser/1.0.0',
  'Sogou Browser ? on Windows ?, desktop':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/80.0.3987.87 Safari/537.36 SE 2.X MetaSr 1.0',
  'Sogou Browser 6 on Android 10, tablet':
    'Mozilla/5.0 (Linux; Android 10; TLA001 Build/QP1A.190711.020; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/80.0.3987.132 Safari/537.36 SogouMSE,SogouMobileBrowser/6.1.5',
  'Huawei Browser 12 on Android 12, mobile':
    'Mozilla/5.0 (Linux; Android 12; ADT-AN00; HMSCore 6.7.0.322) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/92.0.4515.105 HuaweiBrowser/12.0.0.323 Mobile Safari/537.36',
  'Huawei Browser 11 on HarmonyOS ?, mobile':
    'Mozilla/5.0 (Linux; Android 10; HarmonyOS; NOH-AN00; HMSCore 6.1.0.314) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/88.0.4324.93 HuaweiBrowser/11.1.5.310 Mobile Safari/537.36',
  'Huawei Browser 13 on HarmonyOS ?, tablet':
    'Mozilla/5.0 (Linux; Android 10; HarmonyOS; AGS3K-W00; HMSCore 6.8.0.332) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0.4844.88 HuaweiBrowser/13.0.0.310 Safari/537.36',
  'Huawei Browser 5 on HarmonyOS 5.0, mobile':
    'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile HuaweiBrowser/5.0.4.300',
  'Huawei Browser 6 on HarmonyOS 6.1, desktop':
    'Mozilla/5.0 (PC; OpenHarmony 6.1; Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Safari/537.36 ArkWeb/6.1.0.100 HuaweiBrowser/6.1.3.321',
  'ArkWeb 4 on HarmonyOS 5.0, tablet':
    'Mozilla/5.0 (Tablet; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36  ArkWeb/4.1.6.1 Mobile',
  'Mi Browser 17 on Android 13, mobile':
    'Mozilla/5.0 (Linux; U; Android 13; zh-cn; 2211133C Build/TKQ1.220905.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.127 Mobile Safari/537.36 XiaoMi/MiuiBrowser/17.5.40528 swan-mibrowser',
  'vivo Browser 20 on Android 14, mobile':
    'Mozilla/5.0 (Linux; Android 14; V2364A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/87.0.4280.141 Mobile Safari/537.36 VivoBrowser/20.5.0.0',
  'OPPO Browser 40 on Android 13, mobile':
    'Mozilla/5.0 (Linux; U; Android 13; zh-cn; PGX110 Build/SP1A.210812.016) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/90.0.4430.61 Mobile Safari/537.36 HeyTapBrowser/40.8.8.1',
  'Alipay 10 on Android 12, mobile':
    'Mozilla/5.0 (Linux; U; Android 12; zh-CN; KB2000 Build/RKQ1.211119.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/69.0.3497.100 UWS/3.22.2.43 Mobile Safari/537.36 UCBS/3.22.2.43_220223200704 NebulaSDK/1.8.100112 Nebula AlipayDefined(nt:WIFI,ws:360|0|3.0) AliApp(AP/10.3.0.8000) AlipayClient/10.3.0.8000 Language/zh-Hans',
  'Alipay 10 on Android 9, mobile':
    'Mozilla/5.0 (Linux; U; Android 9; zh-CN; MI 6 Build/PKQ1.190118.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/57.0.2987.108 UCBrowser/11.8.8.968 UWS/2.13.2.91 Mobile Safari/537.36 AlipayChannelId/5136 AliApp(AP/10.1.32.600) AlipayClient/10.1.32.600',
  'DingTalk 6 on Android 8.0, tablet':
    'Mozilla/5.0 (Linux; U; Android 8.0.0; zh-CN; BZT-W09 Build/BZT-W09) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/69.0.3497.100 UWS/3.22.1.233 Mobile Safari/537.36 AliApp(DingTalk/6.5.50) com.alibaba.android.rimet/26843028 Channel/702008 language/zh-CN abi/32 Pad/APad',
  'DingTalk 7 on Windows ?, desktop':
    'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/91.0.4472.164 Safari/537.36 dingtalk-win/1.0.0 nw(0.14.7) DingTalk(7.0.40-Release.7199101) Mojo/1.0.0 Native AppType(release) Channel/201200',
  'Douyin 31 on iOS 18.1, mobile':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 aweme_31.9.0 Region/CN AppTheme/light NetType/WIFI JsSdk/2.0 Channel/App ByteLocale/zh aweme/31.9.0 BytedanceWebview/d8a21c6',
  'Douyin ? on Android 10, mobile':
    'Mozilla/5.0 (Linux; Android 10; HD1900 Build/QKQ1.190716.003; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/75.0.3770.156 Mobile Safari/537.36 aweme_230400 JsSdk/1.0 NetType/WIFI AppName/aweme app_version/23.4.0 BytedanceWebview/d8a21c6',
  'Weibo 12 on Android 12, mobile':
    'Mozilla/5.0 (Linux; Android 12; M2012K11AC Build/SKQ1.211006.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/97.0.4692.98 Mobile Safari/537.36 Weibo (Xiaomi-M2012K11AC__weibo__12.1.2__android__android12)',
  'Weibo 13 on iOS 16.3, mobile':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/20D47 Weibo (iPhone13,2__weibo__13.1.2__iphone__os16.3)',
  'Zhihu 5 on Android 10, mobile':
    'ZhihuHybrid com.zhihu.android/Futureve/5.32.1 Mozilla/5.0 (Linux; Android 10; Redmi 8A Build/QKQ1.191014.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/87.0.4280.101 Mobile Safari/537.36',
  'Zhihu 7 on iOS 14.4, mobile':
    'osee2unifiedRelease/4318 osee2unifiedReleaseVersion/7.7.0 Mozilla/5.0 (iPhone; CPU iPhone OS 14_4_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  'Zhihu ? on iOS ?, mobile': 'osee2unifiedRelease/4.28.0 (iPhone; iOS 12.0; Scale/2.00)',
  'Bilibili ? on Android 13, mobile':
    'Mozilla/5.0 (Linux; Android 13; SM-G9910 Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 os/android model/SM-G9910 build/8870400 osVer/13 sdkInt/33 network/2 BiliApp/8870400 mobi_app/android channel/tv.danmaku.bili',
  'Bilibili ? on iOS 17.5, mobile':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/618.1.15.10.15 (KHTML, like Gecko) Mobile/21F90 BiliApp/77900100 os/ios model/iPhone 15 mobi_app/iphone build/77900100 osVer/17.5.1 network/2 channel/AppStore',
  'Samsung Internet 26 on Android ?, mobile':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
  'Edge 131 on Windows ?, desktop':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.2903.86',
  'Edge 18 on Windows ?, desktop':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/70.0.3538.102 Safari/537.36 Edge/18.19044',
  'Edge 131 on Android ?, mobile':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36 EdgA/131.0.2903.87',
  'Edge 131 on iOS 17.7, mobile':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_7_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 EdgiOS/131.0.2903.92 Mobile/15E148 Safari/605.1.15',
  'Firefox 133 on Windows ?, desktop':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0',
  'Firefox 133 on Linux ?, desktop':
    'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
  'Firefox 133 on Android 13, mobile':
    'Mozilla/5.0 (Android 13; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0',
  'Firefox 68 on Android 9, tablet':
    'Mozilla/5.0 (Android 9; Tablet; rv:68.0) Gecko/68.0 Firefox/68.0',
  'Firefox 133 on iOS 17.7, mobile':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/133.0 Mobile/15E148 Safari/605.1.15',
  'Firefox 133 on iPadOS ?, tablet':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:133.0) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/133.0 Safari/605.1.15',
  'Safari 18 on macOS ?, desktop':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1.1 Safari/605.1.15',
  'Safari 13 on macOS 10.13, desktop':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_13_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.2 Safari/605.1.15',
  'Safari 17 on iOS 17.5, mobile':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'Safari 26 on iOS 26.3, mobile':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.3 Mobile/15E148 Safari/604.1',
  'WeChat 8 on iOS ?, mobile':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.66(0x18004235) NetType/WIFI Language/zh_CN',
  'Safari 12 on iPadOS 12.5, tablet':
    'Mozilla/5.0 (iPad; CPU OS 12_5_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1',
  'Chrome 131 on Windows ?, desktop':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'Chrome 109 on Windows 8.1, desktop':
    'Mozilla/5.0 (Windows NT 6.3; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 Safari/537.36',
  'Chrome 131 on macOS ?, desktop':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'Chrome 131 on ChromeOS ?, desktop':
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'Chrome 131 on Android ?, mobile':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  'Chrome 101 on Android 12, tablet':
    'Mozilla/5.0 (Linux; Android 12; SM-X706B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/101.0.4951.61 Safari/537.36',
  'Chrome 101 on Android ?, tablet':
    'Mozilla/5.0 (Linux; Android 10; HiPad X) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/101.0.4951.61 Safari/537.36',
  'Chrome 81 on Android 9, mobile':
    'Mozilla/5.0 (Linux; Android 9; CUBOT) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/81.0.4044.138 Mobile Safari/537.36',
  'Chrome 131 on iOS 17.7, mobile':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.6778.134 Mobile/15E148 Safari/604.1',
  'Chrome 90 on Android 9, unknown':
    'Mozilla/5.0 (Linux; Android 9; MiTV-AXSO0 Build/PI; Android TV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0.4430.91 Safari/537.36',
  'Opera 115 on Windows ?, desktop':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0',
  'Opera 4 on iOS 16.2, mobile':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.2 Mobile/15E148 Safari/604.1 OPT/4.0.1',
  'Electron 30 on Windows ?, desktop':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) notes/1.2.0 Chrome/124.0.6367.243 Electron/30.4.0 Safari/537.36',
  'Internet Explorer 11 on Windows 7, desktop':
    'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko',
  'Android Browser ? on Android 12, unknown':
    'Dalvik/2.1.0 (Linux; U; Android 12; Pixel 6 Build/SD1A.210817.023)',
  'curl 8 on ? ?, bot': 'curl/8.5.0',
  'okhttp 4 on ? ?, bot': 'okhttp/4.12.0',
  'python-requests 2 on ? ?, bot': 'python-requests/2.32.3',
  'node ? on ? ?, bot': 'node',
  'Googlebot 2 on ? ?, bot':
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'BaiduSpider 2 on ? ?, bot':
    'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
  'Android Browser ? on Android 5.0, bot':
    'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
  'Chrome 120 on Linux ?, bot':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0.0.0 Safari/537.36',
  '? ? on ? ?, unknown': 'lamplight-reader/2.0 (a program of somebody)',
};

test.each(Object.entries(DEVICES))('§2 Session: the device list shows %s', (words, userAgent) => {
  expect(inWords(describeDevice(userAgent))).toBe(words);
});

test('§2 Session: a session without a user agent is a device of which nothing is known', () => {
  const unknown = {
    browser: null,
    browser_version: null,
    os: null,
    os_version: null,
    device_type: 'unknown',
  };
  expect(describeDevice('')).toEqual(unknown);
  expect(describeDevice(' \t\r\n\0')).toEqual(unknown);
});

test('§2 Session: an iPad that requests desktop pages is listed as the Mac it claims to be', () => {
  const safariOnIPadOrMac =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15';
  expect(describeDevice(safariOnIPadOrMac)).toEqual({
    browser: 'Safari',
    browser_version: '17',
    os: 'macOS',
    os_version: null,
    device_type: 'desktop',
  });
});

test('A41: no user agent makes the device list throw or repeat what was sent', () => {
  fc.assert(
    fc.property(hostileUserAgent(), (userAgent) => {
      const device = describeDevice(userAgent);
      expect(Object.keys(device)).toHaveLength(5);
      expect(device.browser ?? 'none').toMatch(/^[\w -]{2,30}$/);
      expect(device.browser_version ?? '1').toMatch(/^[1-9]\d{0,3}$/);
      expect(device.os ?? 'none').toMatch(/^[\w ]{2,20}$/);
      expect(device.os_version ?? '1').toMatch(/^(\d{1,3}(\.\d{1,3})?|XP|NT|Vista|2000|2003)$/);
      expect(device.device_type).toMatch(/^(desktop|mobile|tablet|bot|unknown)$/);
    }),
    { numRuns: 2000 },
  );
});

test('A41: a name made up in the user agent is not shown', () => {
  const userAgent = '<script>alert(1)</script>/1.0 (Windows NT 10.0)';
  expect(inWords(describeDevice(userAgent))).toBe('? ? on Windows ?, desktop');
});

test('A41: nothing after the first 512 characters is read', () => {
  const padding = 'x'.repeat(512);
  expect(describeDevice(`${padding} MicroMessenger/8.0 (Windows NT 10.0)`).browser).toBeNull();
  expect(describeDevice(`MicroMessenger/8.0 ${padding}`).browser).toBe('WeChat');
});

test('A41: control characters within a user agent change nothing', () => {
  const control = fc.constantFrom('\0', '\t', '\r\n', '\x1b', '\x7f', '\x9f');
  const short = Object.values(DEVICES).filter((userAgent) => userAgent.length < 400);
  fc.assert(
    fc.property(fc.constantFrom(...short), fc.nat(400), control, (userAgent, at, character) => {
      const dirty = userAgent.slice(0, at) + character + userAgent.slice(at);
      expect(describeDevice(dirty)).toEqual(describeDevice(userAgent));
    }),
  );
});

test.each([
  'nexus   ',
  'Mozilla/5.0 ',
  'Version/1.1_1',
  'mac os x 1_1',
  'os 1 1_1',
  'opt/1.1',
  'slackbot-x',
  'yahoo!////',
  'a/a (',
  '_weibo_',
  'Harmony 1.',
  'Macintosh FxiOS',
  'Android 1.1',
  '\u{1f600}',
  '\0',
])('A41: a kilobyte of %j is described quickly', (piece) => {
  const userAgent = piece.repeat(1024).slice(0, 1024);
  const runs = Array.from({ length: 5 }, () => {
    const start = performance.now();
    describeDevice(userAgent);
    return performance.now() - start;
  });
  // About half a millisecond at worst when idle; the fastest of several runs forgives a busy machine.
  expect(Math.min(...runs)).toBeLessThan(20);
});

function inWords(device: DeviceInfo): string {
  const browser = `${device.browser ?? '?'} ${device.browser_version ?? '?'}`;
  const os = `${device.os ?? '?'} ${device.os_version ?? '?'}`;
  return `${browser} on ${os}, ${device.device_type}`;
}

// Random text alone never gets past the first test of a pattern, so real pieces are shuffled in.
function hostileUserAgent() {
  const pieces = Object.values(DEVICES).flatMap((userAgent) => userAgent.split(/(?<=[ /;(])/));
  const piece = fc.oneof(
    fc.constantFrom(...pieces),
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[\d._]{1,40}$/),
  );
  return fc.oneof(
    fc.string({ unit: 'binary', maxLength: 2000 }),
    fc.array(piece, { maxLength: 60 }).map((parts) => parts.join('')),
  );
}
